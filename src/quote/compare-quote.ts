import { type Alignment, findSimilar, findVerbatim, type WordSpan } from './align-quote.ts';
import type { LiveText, TextPlace } from './live-texts.ts';
import type { QuoteWord } from './quote-words.ts';

// Compares a quote with one revision.

/** A passage of a field or block that the quote has, in UTF-16 units of its text. */
export type QuotedPassage = {
  place: TextPlace;
  from: number;
  to: number;
  /** Whether the quote leaves words out before it. */
  isAfterGap: boolean;
};
/** Words of the quote in place of words of the article. */
export type QuoteDifference = { quoted: string; original: string; isNumber: boolean };
export type QuoteMatch = {
  isVerbatim: boolean;
  /** Words that are left out, added or different. */
  errors: number;
  passages: QuotedPassage[];
  differences: QuoteDifference[];
};

type Parts = readonly (readonly QuoteWord[])[];

/** One word in this many of a similar quote may be left out, added or different. */
const ONE_ERROR_IN = 4;

/** The most errors of a similar quote. */
export function mostErrors(parts: Parts): number {
  return Math.floor(parts.reduce((sum, part) => sum + part.length, 0) / ONE_ERROR_IN);
}

/** The quote word by word in a revision; null when the revision does not have it. */
export function matchVerbatim(text: LiveText, parts: Parts): QuoteMatch | null {
  const spans = findVerbatim(text.words, parts);
  return spans && { isVerbatim: true, errors: 0, passages: passagesOf(text, spans), differences: [] };
}

/** The passage of a revision that is most similar to the quote, with at most `most` errors. */
export function matchSimilar(text: LiveText, parts: Parts, most = mostErrors(parts)): QuoteMatch | null {
  const alignment = findSimilar(text.words, parts, most);
  if (!alignment) return null;
  const passages = passagesOf(text, alignment.spans);
  return { isVerbatim: false, errors: alignment.errors, passages, differences: differencesOf(alignment) };
}

/** The words of a passage as the article has them. */
export function textOfPlace(text: LiveText, place: TextPlace): string {
  return typeof place === 'number' ? (text.blocks[place]?.text ?? '') : text.fields[place];
}

function passagesOf({ words }: LiveText, spans: readonly WordSpan[]): QuotedPassage[] {
  const passages: QuotedPassage[] = [];
  for (const span of spans) {
    let last: QuotedPassage | null = null;
    for (let at = span.from; at < span.to; at++) {
      const word = words[at];
      if (!word) continue;
      if (last && last.place === word.place) last.to = word.to;
      else {
        last = { place: word.place, from: word.from, to: word.to, isAfterGap: at === span.from && passages.length > 0 };
        passages.push(last);
      }
    }
  }
  return passages;
}

function differencesOf({ differences }: Alignment): QuoteDifference[] {
  return differences.map(({ quoted, original }) => {
    const [some, others] = [numbersIn(quoted), numbersIn(original)];
    return { quoted: textOf(quoted), original: textOf(original), isNumber: some !== others };
  });
}

function numbersIn(words: readonly QuoteWord[]): string {
  return words
    .filter(({ exact }) => /\p{N}/u.test(exact))
    .map(({ exact }) => exact)
    .join(' ');
}

function textOf(words: readonly QuoteWord[]): string {
  return words.map(({ exact }) => exact).join(' ');
}
