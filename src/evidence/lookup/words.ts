import { rootOf } from '#core/word-root.ts';

// The words around a number that say what the number is about.

/** Words that say nothing about the subject of a number. */
const STOP = new Set(
  (
    'a an and are as at be been but by can did do does for from had has have he her his how i if in into is it its just may might more most much no not of on or our ' +
    'out over per she should so some such than that the their them then there these they this those to up was we were what when where which while who will with would you ' +
    'about almost approximately around nearly roughly only also each every any all both other same said says according'
  ).split(' '),
);

const WORD = /[\p{L}][\p{L}\p{M}'’]*(?:-[\p{L}]+)*|\d[\d.,]*\d|\d/gu;

/** The stems of the words of a text that can name a subject; a number counts by its digits. */
export function stemsOf(text: string): string[] {
  const stems: string[] = [];
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD))
    for (const part of word.split('-')) {
      const bare = part.replace(/['’]s?$/, '').replace(/,/g, '');
      if (bare !== '' && !STOP.has(bare)) stems.push(stemOf(bare));
    }
  return stems;
}

function stemOf(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stemmed = /^\d/.test(word) ? word : rootOf(word);
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(word, stemmed);
  return stemmed;
}

/** A cache: a source repeats its words. */
const cache = new Map<string, string>();
const MOST_CACHED = 20_000;

/** Pairs of words that reverse the meaning of a number: two texts contradict if the sentence has one of a pair and the source the other. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:r[io]se(?:n|s)?|rising|increas\w+|gain\w*|grew|grow(?:n|s|ing|th)?|climb\w*|up|added|jump\w*)\b/i,
    /\b(?:f[ea]ll(?:en|s|ing)?|decreas\w+|los[st]\w*|losses|lost|declin\w+|drop\w*|shr[aiu]nk\w*|down|reduc\w+|cut)\b/i,
  ],
  [
    /(?<!\b(?:no|not) )\b(?:more than|over|above|exceed\w*)\b|\b(?:at least|minimum|no (?:less|fewer|smaller|lower) than|not less than)\b/i,
    /(?<!\b(?:no|not) )\b(?:less than|fewer than|under|below)\b|\b(?:at most|maximum|no (?:more|larger|greater|higher) than|not more than|up to)\b/i,
  ],
  [
    /\b(?:highest|largest|biggest|greatest|most|longest|tallest|heaviest|maximum|upper)\b/i,
    /\b(?:lowest|smallest|least|shortest|fewest|lightest|minimum|lower)\b/i,
  ],
  [/\b(?:larger|bigger|greater|longer|taller|heavier|higher)\b/i, /\b(?:smaller|shorter|lighter|lower)\b/i],
  [/\b(?:faster|quicker|sooner|earlier|before)\b/i, /\b(?:slower|later|after)\b/i],
  [/\b(?:import\w*)\b/i, /\b(?:export\w*)\b/i],
];

/** Whether one text says the opposite of the other about its number: `rose` and `fell`, `at least` and `at most`. */
export function isOpposite(text: string, other: string): boolean {
  return OPPOSITES.some(([up, down]) => {
    const [oneUp, oneDown, otherUp, otherDown] = [up.test(text), down.test(text), up.test(other), down.test(other)];
    return (oneUp && !oneDown && otherDown && !otherUp) || (oneDown && !oneUp && otherUp && !otherDown);
  });
}
