import type { SourceNumber } from './index-source.ts';
import { type Unit, unitNamed } from './units.ts';
import { isOpposite, stemsOf } from './words.ts';

// The few words beside a number, in the article and in the source, identify the number within its sentence and show whether the two say the
// opposite.

/** A number in its sentence, in the article or in the source. */
type InSentence = { sentence: string; at: number; text: string };

/** Words on each side that identify a number in a sentence. */
const BESIDE = 5;
/** Words on each side that can reverse its meaning. */
const CLOSE = 3;

/** The words on each side, the nearest first. */
function wordsBeside({ sentence, at, text }: InSentence): [before: string[], after: string[]] {
  const words = (part: string) => part.split(/\s+/).filter((word) => word !== '');
  return [
    words(sentence.slice(0, at)).slice(-BESIDE).reverse(),
    words(sentence.slice(at + text.length)).slice(0, BESIDE),
  ];
}

/** Whether the words beside say the opposite, or another unit: `30% faster` and `30% slower`, `12 CPU days` and `12 CPU hours`. */
export function contradictsBeside(claim: InSentence, number: InSentence): boolean {
  const [sides, sidesThere] = [wordsBeside(claim), wordsBeside(number)];
  const close = ([before, after]: string[][]) => [before?.slice(0, CLOSE).reverse(), after?.slice(0, CLOSE)];
  const [own, there] = [close(sides), close(sidesThere)].map((parts) => parts.map((words = []) => words.join(' ')));
  if (own?.some((words, side) => isOpposite(words, there?.[side] ?? ''))) return true;
  const [unit, unitThere] = [unitAmong(sides[1]), unitAmong(sidesThere[1])];
  return (
    unit !== null && unitThere !== null && (unit.dimension !== unitThere.dimension || unit.factor !== unitThere.factor)
  );
}

/** The spelled-out unit among the next two words. */
function unitAmong(words: readonly string[]): Unit | null {
  const spelled = words.slice(0, 2).map((word) => word.replace(/[^\p{L}]/gu, ''));
  return (
    spelled
      .filter((word) => word.length > 3)
      .map(unitNamed)
      .find((unit) => unit !== null) ?? null
  );
}

export function isInSentenceOf(number: SourceNumber, other: SourceNumber): boolean {
  return number.passage === other.passage && number.sentence === other.sentence;
}

/**
 * Whether the claim means another number of the same sentence in the source: the words beside that other number fit better, and the claim's
 * sentence does not have that number elsewhere as often as the source.
 */
export function standsForAnother(claim: InSentence, number: InSentence, others: readonly InSentence[]): boolean {
  const own = fitBeside(claim, number);
  const elsewhere = keysOf([claim.sentence.slice(0, claim.at), claim.sentence.slice(claim.at + claim.text.length)]);
  const isElsewhere = ({ text }: InSentence) => {
    const times = others.filter((other) => other.text === text).length;
    return keysOf([text]).every(({ word }) => elsewhere.filter((key) => key.word === word).length >= times);
  };
  return others.some((other) => fitBeside(claim, other) > own + LEAST_APART && !isElsewhere(other));
}

/** How much better the words beside another number must fit. One small or distant word is not enough. */
const LEAST_APART = 0.2;
/** The weight of a word that names no subject, such as `from` and `to`. */
const SMALL_WORD = 0.25;

/** How well the words beside two numbers fit. A word counts more the nearer it is to both. */
export function fitBeside(claim: InSentence, number: InSentence): number {
  const [wanted, there] = [claim, number].map((side) => wordsBeside(side).map(keysOf));
  let sum = 0;
  for (const side of [0, 1])
    for (const [apart, key] of wanted?.[side]?.entries() ?? []) {
      const apartThere = there?.[side]?.findIndex((other) => other.word === key.word) ?? -1;
      if (apartThere !== -1) sum += ((key.isSmall ? SMALL_WORD : 1) * 2) / (apart + apartThere + 2);
    }
  return sum;
}

type Key = { word: string; isSmall: boolean };

function keysOf(words: readonly string[]): Key[] {
  return words.flatMap((word): Key[] => {
    const stems = stemsOf(word);
    if (stems.length > 0) return stems.map((stem) => ({ word: stem, isSmall: false }));
    const bare = word.toLowerCase().replace(/[^\p{L}]/gu, '');
    return bare === '' ? [] : [{ word: bare, isSmall: true }];
  });
}
