import type { QuoteWord } from './quote-words.ts';

// Compares the words of a quote with the words of a text.

/** Words of the text from `from` up to, without, `to`. */
export type WordSpan = { from: number; to: number };
/** Words that the quote has in place of words of the text; either may be empty. */
export type Difference = { quoted: QuoteWord[]; original: QuoteWord[] };
/** `errors`: how many words are left out, added or different. */
export type Alignment = { spans: WordSpan[]; errors: number; differences: Difference[] };

/** Most words that an ellipsis of a quote can replace. */
const MOST_LEFT_OUT = 150;
/** Fewest words between two ellipses of a verbatim quote: shorter ones are found anywhere. */
const SHORTEST_PART = 3;

/** Where the text has the parts of the quote word by word, one after the other; null when it does not have them. */
export function findVerbatim(text: readonly QuoteWord[], parts: readonly (readonly QuoteWord[])[]): WordSpan[] | null {
  if (parts.length > 1 && parts.some((part) => part.length < SHORTEST_PART)) return null;
  const [first = []] = parts;
  for (let from = place(text, first, 0); from !== -1; from = place(text, first, from + 1)) {
    const spans = [{ from, to: from + first.length }];
    for (const part of parts.slice(1)) {
      const end = spans.at(-1)?.to ?? 0;
      const at = place(text, part, end, end + MOST_LEFT_OUT);
      if (at === -1) break;
      spans.push({ from: at, to: at + part.length });
    }
    if (spans.length === parts.length) return spans;
  }
  return null;
}

/** The first place between `from` and `last` at which the text has the part; -1 when there is none. */
function place(text: readonly QuoteWord[], part: readonly QuoteWord[], from: number, last = text.length): number {
  const end = Math.min(last, text.length - part.length);
  for (let at = from; at <= end; at++) {
    let nth = 0;
    while (nth < part.length - 1 && text[at + nth]?.exact === part[nth]?.exact) nth++;
    if (nth === part.length - 1 && isLast(text[at + nth], part[nth])) return at;
  }
  return -1;
}

/** A quote may end before a closing mark that belongs to the last word, as in `12"`. */
function isLast(original: QuoteWord | undefined, quoted: QuoteWord | undefined): boolean {
  if (!original || !quoted) return false;
  return original.exact === quoted.exact || original.exact.replace(/["']+$/, '') === quoted.exact;
}

/** The passage with the fewest differences from the quote; null when every passage has more than `most` of them. */
export function findSimilar(
  text: readonly QuoteWord[],
  parts: readonly (readonly QuoteWord[])[],
  most: number,
): Alignment | null {
  const quote = parts.flat();
  const window = likelyWindow(text, quote, parts.length - 1);
  if (!window) return null;
  const gaps = new Set<number>();
  let before = 0;
  for (const part of parts.slice(0, -1)) {
    before += part.length;
    gaps.add(before);
  }
  return align({ text, window, quote, gaps, most });
}

/** The words of the text around the place where most pairs of words of the quote are together. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the hits moves a window
function likelyWindow(text: readonly QuoteWord[], quote: readonly QuoteWord[], gaps: number): WordSpan | null {
  const pairs = placePairs(quote);
  const hits: { at: number; nth: number }[] = [];
  for (let at = 0; at + 1 < text.length; at++) {
    const nth = pairs.get(text[at]?.key ?? '')?.get(text[at + 1]?.key ?? '');
    if (nth !== undefined) hits.push({ at, nth });
  }
  const reach = Math.ceil(quote.length * 1.4) + gaps * MOST_LEFT_OUT;
  const counts = new Map<number, number>();
  let best: { from: number; to: number; count: number } | null = null;
  let low = 0;
  for (const [high, { at, nth }] of hits.entries()) {
    counts.set(nth, (counts.get(nth) ?? 0) + 1);
    for (let first = hits[low]; first && at - first.at > reach; first = hits[low]) {
      low++;
      const left = (counts.get(first.nth) ?? 0) - 1;
      if (left === 0) counts.delete(first.nth);
      else counts.set(first.nth, left);
    }
    if (counts.size > (best?.count ?? 0)) best = { from: low, to: high, count: counts.size };
  }
  const [first, last] = [hits[best?.from ?? -1], hits[best?.to ?? -1]];
  if (!first || !last) return null;
  const slack = Math.ceil(quote.length / 4) + 2;
  return {
    from: Math.max(0, first.at - quote.length - slack),
    to: Math.min(text.length, last.at + quote.length + slack),
  };
}

/** Where the quote has each pair of words: by its first word, then by its second. A text is looked up without joining its words. */
function placePairs(quote: readonly QuoteWord[]): Map<string, Map<string, number>> {
  const pairs = new Map<string, Map<string, number>>();
  for (const [nth, { key }] of quote.entries()) {
    const next = quote[nth + 1];
    if (!next) break;
    const seconds = pairs.get(key) ?? new Map<string, number>();
    pairs.set(key, seconds.set(next.key, nth));
  }
  return pairs;
}

/**
 * The alignment with the fewest errors of the whole quote with any part of the window (Sellers 1980). Words of the text that are left
 * out at an ellipsis are no errors.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the table of one published algorithm (Sellers 1980)
function align({
  text,
  window,
  quote,
  gaps,
  most,
}: {
  text: readonly QuoteWord[];
  window: WordSpan;
  quote: readonly QuoteWord[];
  gaps: ReadonlySet<number>;
  most: number;
}): Alignment | null {
  const width = window.to - window.from + 1;
  const costs = new Uint16Array((quote.length + 1) * width);
  for (let row = 1; row <= quote.length; row++) {
    const [start, above] = [row * width, (row - 1) * width];
    const step = gaps.has(row) ? 0 : 1;
    const key = quote[row - 1]?.key;
    costs[start] = row;
    for (let column = 1; column < width; column++) {
      const other = text[window.from + column - 1]?.key === key ? 0 : 1;
      costs[start + column] = Math.min(
        (costs[above + column - 1] ?? 0) + other,
        (costs[above + column] ?? 0) + 1,
        (costs[start + column - 1] ?? 0) + step,
      );
    }
  }
  const last = quote.length * width;
  let end = 0;
  for (let column = 1; column < width; column++)
    if ((costs[last + column] ?? 0) <= (costs[last + end] ?? 0)) end = column;
  const errors = costs[last + end] ?? 0;
  return errors > most ? null : traceBack({ text, window, quote, gaps, costs, end, errors });
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the way back through the table: each step changes row, column and span together
function traceBack({
  text,
  window,
  quote,
  gaps,
  costs,
  end,
  errors,
}: {
  text: readonly QuoteWord[];
  window: WordSpan;
  quote: readonly QuoteWord[];
  gaps: ReadonlySet<number>;
  costs: Uint16Array;
  end: number;
  errors: number;
}): Alignment {
  const width = window.to - window.from + 1;
  const spans: WordSpan[] = [];
  const differences: Difference[] = [];
  let difference: Difference | null = null;
  let [row, column] = [quote.length, end];
  let span: WordSpan = { from: window.from + end, to: window.from + end };
  const note = (quoted: QuoteWord | undefined, original: QuoteWord | undefined) => {
    difference ??= { quoted: [], original: [] };
    if (quoted) difference.quoted.unshift(quoted);
    if (original) difference.original.unshift(original);
  };
  const settle = () => {
    if (difference) differences.unshift(difference);
    difference = null;
  };
  while (row > 0) {
    const cost = costs[row * width + column] ?? 0;
    const [quoted, original] = [quote[row - 1], column > 0 ? text[window.from + column - 1] : undefined];
    const isSame = quoted?.key === original?.key;
    const diagonal = column > 0 ? (costs[(row - 1) * width + column - 1] ?? 0) + (isSame ? 0 : 1) : Number.NaN;
    if (diagonal === cost) {
      if (quoted?.exact === original?.exact) settle();
      else note(quoted, original);
      row--;
      span.from = window.from + --column;
    } else if (column > 0 && gaps.has(row) && costs[row * width + column - 1] === cost) {
      settle();
      if (span.to > span.from) spans.unshift(span);
      column--;
      span = { from: window.from + column, to: window.from + column };
    } else if ((costs[(row - 1) * width + column] ?? 0) + 1 === cost) {
      note(quoted, undefined);
      row--;
    } else {
      note(undefined, original);
      span.from = window.from + --column;
    }
  }
  settle();
  if (span.to > span.from) spans.unshift(span);
  return { spans, errors, differences };
}
