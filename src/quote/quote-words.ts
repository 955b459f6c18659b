import { normalizeText } from '#core/text.ts';
import { foldForSearch, splitUnspaced } from '#core/tokenize.ts';

// The words of a quote and of the text that it is compared with. Two words are the same when a reader sees the same letters,
// digits and signs: only spaces, kinds of quotation marks and dashes, marks of emphasis and punctuation around a word do not count.

export type QuoteWord = {
  /** The form that is compared for a verbatim quote. */
  exact: string;
  /** The form that is compared for a similar quote: without case, accents and signs. A word with a digit stays as it is. */
  key: string;
  /** Its position in the text, in UTF-16 units. */
  from: number;
  to: number;
};

/** Replaces text that readers do not see, so that positions stay. */
const UNSEEN = '\u0001';
/** The address of a link in Markdown: `](https://…)`. */
const TARGET = /(?<=\])\(https?:\/\/(?:[^\s()]|\([^\s()]*\))*\)/g;
/** The mark of a footnote in our Markdown: `412[^n1]`. */
const FOOTNOTES = /\[\^[\w-]{1,40}\]/g;
/** Signs that separate two words as a space does. */
const GAPS = /\.{2,}|-{2,}|[—―…⸺⸻]/g;
/** Soft hyphens, joiners and other characters that do not show, and marks of emphasis, code and escapes in Markdown. */
const NOT_SHOWN =
  /\u034f|[\ufe00-\ufe0f]|[\u0001\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff\\`]|(?<!\d)\*|\*(?!\d)/g;
const SINGLE = /[‘’‚‛′ʹ＇]/g;
const DOUBLE = /[“”„‟″«»＂]/g;
const DASHES = /[‐‑‒–−﹣－]/g;
const LIGATURES = /[\ufb00-\ufb06]/g;
const ASCII = /^[!-~]*$/;
const LEADING = /^["'([{_|¿¡‹›]+/;
/** A word has a letter, a digit or a sign that means something. */
const MEANS = /[\p{L}\p{N}\p{S}&§%‰@/]/u;

/** The words of a text in their order. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the words; a dash counts only between two numbers
export function quoteWords(text: string): QuoteWord[] {
  const blanked = text
    .replace(TARGET, (target) => UNSEEN.repeat(target.length))
    .replace(FOOTNOTES, (mark) => UNSEEN.repeat(mark.length))
    .replace(GAPS, (gap) => ' '.repeat(gap.length));
  const words: QuoteWord[] = [];
  let hasDash = false;
  for (const { 0: run, index } of blanked.matchAll(/\S+/g)) {
    let at = index;
    for (const part of ASCII.test(run) ? [run] : splitUnspaced(run)) {
      const [from, to] = [at, at + part.length];
      at = to;
      const plain = plainOf(part);
      if (plain === '-') {
        hasDash = true;
        continue;
      }
      const exact = trimmed(plain);
      if (!MEANS.test(exact)) continue;
      for (const [nth, piece] of pieces(exact).entries()) {
        // A dash between two numbers means something: `10 – 12`.
        if (hasDash && nth === 0 && /^\d/.test(piece) && /\d$/.test(words.at(-1)?.exact ?? ''))
          words.push({ exact: '-', key: '-', from, to: from });
        words.push({ exact: piece, key: keyOf(piece), from, to });
        hasDash = false;
      }
    }
  }
  return words;
}

/** One character for each kind of quotation mark and dash, without invisible characters. */
function plainOf(part: string): string {
  const shown = part.replace(NOT_SHOWN, '');
  if (ASCII.test(shown)) return shown;
  return normalizeText(shown, 'NFC')
    .replace(SINGLE, "'")
    .replace(DOUBLE, '"')
    .replace(DASHES, '-')
    .replace(LIGATURES, (letters) => letters.normalize('NFKC'));
}

/** Without the punctuation around it. A mark of feet or inches stays: `12"`. */
function trimmed(plain: string): string {
  let word = plain.replace(LEADING, '');
  const isOpened = word.length < plain.length && /^["']/.test(plain);
  if (/^-(?![\d.$€£¥])/.test(word)) word = word.replace(/^-+/, '');
  for (;;) {
    const last = word.at(-1) ?? '';
    const isMark = last === '"' || last === "'";
    if (!isMark && !'.,;:!?)]}_|-‹›。、，！？；：'.includes(last)) return word;
    if (word === '' || (isMark && !isOpened && /\d["']+$/.test(word))) return word;
    word = word.slice(0, -1);
  }
}

/** `5%` as `5 %`, and `10-12` as `10 - 12`: people write them with and without spaces. */
function pieces(exact: string): string[] {
  if (!/\d[-%‰]/.test(exact)) return [exact];
  return exact.split(/(?<=\d)(?=[%‰])|(?<=\d)(?=-\d)|(?<=\d-)(?=\d)/);
}

function keyOf(exact: string): string {
  if (/\p{N}/u.test(exact)) return exact.toLowerCase();
  return foldForSearch(exact).replaceAll(' ', '') || exact;
}

/** An ellipsis, also in brackets: the quote leaves words out. */
const LEFT_OUT = /\[\s*(?:…|\.{3,})\s*\]|\(\s*(?:…|\.{3,})\s*\)|…|\.{3,}|\.(?: \.){2,}/;
/** Marks of a quotation or a heading at the beginning of a line of Markdown. */
const LINE_MARKS = /^[ \t]*(?:>[ \t]?|#{1,6}[ \t]+)+/gm;

/** Marks around the whole quote. Otherwise a mark after a number would be read as inches. */
const QUOTED = /^\s*[“”„"«‘']([\s\S]*?)[“”"»’'][.,;]?\s*$/;

/** The words of a quote, in parts between ellipses. */
export function readQuote(text: string): QuoteWord[][] {
  return text
    .replace(LINE_MARKS, '')
    .replace(QUOTED, '$1')
    .split(LEFT_OUT)
    .map(quoteWords)
    .filter((words) => words.length > 0);
}

/** Words of one term of the index. */
const SHINGLE = 3;
/** The number of terms: few enough for a small dictionary, and so many that two texts rarely share one by chance. */
const TERMS = 36 ** 4;

/** The term of each three neighbouring words. */
export function shinglesOf(words: readonly QuoteWord[]): number[] {
  const shingles: number[] = [];
  for (let at = 0; at + SHINGLE <= words.length; at++) shingles.push(shingleAt(words, at));
  return shingles;
}

function shingleAt(words: readonly QuoteWord[], at: number): number {
  let hash = 0x811c9dc5;
  for (let nth = at; nth < at + SHINGLE; nth++) {
    const key = words[nth]?.key ?? '';
    for (let unit = 0; unit < key.length; unit++) hash = Math.imul(hash ^ key.charCodeAt(unit), 0x01000193);
    hash = Math.imul(hash ^ 32, 0x01000193);
  }
  return (hash >>> 0) % TERMS;
}
