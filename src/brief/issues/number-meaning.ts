import { findFigures } from '#evidence/figures/find-figures.ts';
import { CURRENCY, UNIT, UNIT_WORD } from '#evidence/figures/number-words.ts';
import type { PlacedFigure } from '#evidence/figures/place-figures.ts';

// What a number means in its sentence: the same number with the same unit, or beside the same noun, says the same.

/** The parts of a placed figure by which its meaning is known. */
export type NumberInSentence = Pick<PlacedFigure, 'text' | 'sentence' | 'inSentence' | 'looksLike'>;

const HAS_UNIT = new RegExp(`[%‰°]|${CURRENCY}|(?:\\d|[ \u00a0-])(?:${UNIT}|${UNIT_WORD})$`, 'u');
/** The marks of the inline syntax and the targets of links, which readers do not see. */
const MARKS = /\]\([^)]*\)|[*_`[\]]/g;
/** Where a clause ends. */
const END = /[,;:.!?()“”"—–]/;
/** Words that say nothing about what is counted. */
const SMALL =
  /^(?:a|an|and|as|at|been|by|for|from|had|has|have|in|into|is|it|its|more|most|of|on|only|or|other|our|per|than|that|the|their|them|these|they|this|those|to|was|we|were|which|who|will|with)$/;
const MOST_SMALL = 3;
/** Words before a number that change what it says. */
const QUALIFIER =
  /(?:\b(?:(?:more|less|fewer|other) than|at (?:least|most)|up to|over|under|above|below|nearly|almost|about|around|roughly|not|no)) $/;

/** Equal for two numbers that say the same; null when what a number counts cannot be decided. */
export function meaningOf({ text, sentence, inSentence, looksLike }: NumberInSentence): string | null {
  const before = plain(sentence.slice(0, inSentence));
  const after = plain(sentence.slice(inSentence + text.length));
  const [qualifier = ''] = QUALIFIER.exec(`${before.trimEnd()} `.toLowerCase()) ?? [];
  const number = `${qualifier}${fold(text)}`;
  // The text of a date, an ordinal or a name says it all: `2026`, `first`, `ISO 19650`.
  if (HAS_UNIT.test(text) || looksLike !== 'measure') return number;
  const noun = nounIn(clauseAfter(after)) ?? nounIn(clauseBefore(before).reverse());
  return noun === null ? null : `${number} ${noun}`;
}

/** The meanings of the numbers with this text in a sentence. */
export function meaningsIn(sentence: string, text: string): (string | null)[] {
  const same = findFigures(sentence).filter((figure) => fold(figure.text) === fold(text));
  return same.map((figure) => meaningOf({ ...figure, sentence, inSentence: figure.at }));
}

function plain(text: string): string {
  return text.replace(MARKS, '').replace(/\s+/g, ' ');
}

/** The same for all spellings of a text. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function clauseAfter(text: string): string[] {
  return wordsOf(text.split(END, 1)[0] ?? '');
}

function clauseBefore(text: string): string[] {
  return wordsOf(text.split(END).at(-1) ?? '');
}

function wordsOf(text: string): string[] {
  return fold(text).match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
}

/** The first word that is no small one, as a singular. */
function nounIn(words: readonly string[]): string | null {
  const at = words.findIndex((word) => !SMALL.test(word));
  if (at === -1 || at > MOST_SMALL) return null;
  const word = words[at] ?? '';
  return word.length > 3 ? word.replace(/['’]?s['’]?$/, '') : word;
}
