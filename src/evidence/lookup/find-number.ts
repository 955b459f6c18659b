import { contradictsBeside, fitBeside, isInSentenceOf, standsForAnother } from './beside.ts';
import { type Agreement, agreementOf, isOfOneKind } from './compare.ts';
import { numbersOf, type SourceIndex, type SourceNumber, withWordsBehind } from './index-source.ts';
import { type Quantity, readQuantities } from './quantity.ts';
import { isColumnNamed, isOfAnotherColumn, type RowFit, readRows } from './rows.ts';
import { placeInWords, type SourcePlace } from './source-text.ts';
import { isOpposite, stemsOf } from './words.ts';

/** A number of an article with the sentence around it. `at` is its position in the sentence, in UTF-16 units. */
export type ClaimedNumber = { text: string; sentence: string; at: number };

/** A place of the source that may hold the number. `at` and `length` mark the number in `passage`, in UTF-16 units. */
export type Candidate = {
  passage: string;
  at: number;
  length: number;
  text: string;
  /** The heads of a cell's row and column. */
  row?: string;
  column?: string;
  place: SourcePlace;
  placeInWords: string;
  /** Null for a number that differs. */
  agreement: Agreement | null;
  /** How well the words around fit, from 0 to 1. */
  fit: number;
};

/** `found`: the source says it, in the first candidate. `near`: it says another number there, or this number elsewhere. */
export type Lookup = { state: 'found' | 'near' | 'not_found'; candidates: Candidate[] };

/** Most candidates of an answer. */
export const MOST_CANDIDATES = 6;

/** Looks a number of an article up in a source. The first candidate of `found` is the place to show. */
export function findNumber(source: SourceIndex, claim: ClaimedNumber): Lookup {
  const claimed = claimedReadings(claim);
  const words = wordsOf(source, claim);
  const weighed = source.numbers.map((number) => weigh(number, { claim, claimed, words })).filter(isCandidate);
  const agreeing = weighed.filter(({ agreement }) => agreement !== null).sort(byFit);
  const others = weighed.filter(({ agreement }) => agreement === null).sort(byFit);
  const rows = readRows(source, aroundOf(claim));
  const best = besideOf(
    agreeing.find(({ number }) => rows.fits(number) !== 'another'),
    agreeing,
    claim,
  );
  const isFound = best !== undefined && isConvincing(best, { source, agreeing, others, claim, words, rows });
  if (best !== undefined && agreeing[0] !== best) agreeing.unshift(...agreeing.splice(agreeing.indexOf(best), 1));
  const shown =
    isFound || (best?.fit ?? 0) >= (others[0]?.fit ?? 0)
      ? [...agreeing, ...others]
      : [...others, ...agreeing].sort(byFit);
  const candidates = shown.slice(0, MOST_CANDIDATES).map((candidate) => toCandidate(source, candidate));
  return { state: isFound ? 'found' : candidates.length > 0 ? 'near' : 'not_found', candidates };
}

type Words = { weights: ReadonlyMap<string, number>; total: number };
type Weighed = { number: SourceNumber; agreement: Agreement | null; fit: number; score: number; isOfKind: boolean };
type Asked = { claim: ClaimedNumber; claimed: readonly Reading[]; words: Words };
/** The quantities that the claim states: its number, or the range or product that contains the number. */
type Reading = readonly Quantity[];

/** Least fit of the words around a different number, for it to be shown. */
const LEAST_FIT_OF_OTHERS = 0.25;

function isCandidate({ agreement, fit, isOfKind }: Weighed): boolean {
  return agreement !== null || (isOfKind && fit >= LEAST_FIT_OF_OTHERS);
}

function byFit(weighed: Weighed, other: Weighed): number {
  return other.score - weighed.score;
}

const BONUS: Record<Agreement, number> = { same: 0.06, converted: 0.03, rounded: 0.02 };

function weigh(number: SourceNumber, { claim, claimed, words }: Asked): Weighed {
  const agreement =
    claimed.length > 0 ? agreementOfReadings(claimed, claim, number) : sameText(claim.text, number.text);
  const [[wanted] = []] = claimed;
  const [stated] = number.quantities;
  const isOfKind = wanted !== undefined && stated !== undefined && isOfOneKind(wanted, stated);
  const fit = agreement !== null || isOfKind ? fitOf(number.near, words) : 0;
  return { number, agreement, fit, isOfKind, score: fit + (agreement === null ? 0 : BONUS[agreement]) };
}

function agreementOfReadings(
  claimed: readonly Reading[],
  claim: ClaimedNumber,
  { quantities, bare, text }: SourceNumber,
): Agreement | null {
  if (isOtherFraction(claim.text, text)) return null;
  for (const reading of claimed) {
    const isBare = reading.every(({ unit, currency }) => unit === null && currency === null);
    const agreement = agreementOf(reading, quantities) ?? (isBare && bare ? agreementOf(reading, bare) : null);
    if (agreement !== null) return agreement;
  }
  return null;
}

/** `8/24` and `7/21` have the same value, but a writer never means one by the other. */
function isOtherFraction(claimed: string, stated: string): boolean {
  const [own, other] = [claimed, stated].map((text) => /^\d+[/⁄]\d+/.exec(text)?.[0]);
  return own !== undefined && other !== undefined && own !== other;
}

/** Among the numbers that agree in one sentence, the number with the best fitting words beside it. */
function besideOf(best: Weighed | undefined, agreeing: readonly Weighed[], claim: ClaimedNumber): Weighed | undefined {
  if (best === undefined || best.number.place.table !== undefined) return best;
  return agreeing
    .filter(({ number }) => isInSentenceOf(number, best.number))
    .map((weighed) => ({ weighed, beside: fitBeside(claim, weighed.number) }))
    .reduce((first, other) => (other.beside > first.beside ? other : first)).weighed;
}

function sameText(claimed: string, stated: string): Agreement | null {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return fold(claimed) === fold(stated) ? 'same' : null;
}

function fitOf(near: ReadonlyMap<string, number>, { weights, total }: Words): number {
  let sum = 0;
  for (const [word, weight] of weights) sum += weight * (near.get(word) ?? 0);
  return total === 0 ? 0 : sum / total;
}

/** The words of the sentence that the source has, with their weights: rare words count more. */
function wordsOf({ rarity }: SourceIndex, claim: ClaimedNumber): Words {
  const around = aroundOf(claim);
  const weights = new Map<string, number>();
  for (const word of stemsOf(around)) {
    const rare = rarity.get(word);
    if (rare !== undefined) weights.set(word, rare);
  }
  const unknown = stemsOf(around).filter((word) => !rarity.has(word)).length;
  const known = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  // Words that the source never uses weigh a little: a paraphrase has some, a sentence about something else has many.
  return { weights, total: known + unknown * UNKNOWN_WEIGHT };
}

const UNKNOWN_WEIGHT = 0.5;

/** The sentence without the number itself. */
function aroundOf({ sentence, text, at }: ClaimedNumber): string {
  return `${sentence.slice(0, at)} ${sentence.slice(at + text.length)}`;
}

/** Least fit of a place that counts as found. */
export const LEAST_FIT = 0.3;
/** A place with another number contradicts if its words fit this much better. */
export const CONTRADICTS = 1.12;

type Compared = {
  source: SourceIndex;
  agreeing: readonly Weighed[];
  others: readonly Weighed[];
  claim: ClaimedNumber;
  words: Words;
  rows: { fits: (number: SourceNumber) => RowFit };
};

function isConvincing(best: Weighed, { source, agreeing, others, claim, words, rows }: Compared): boolean {
  const row = rows.fits(best.number);
  if (best.fit < (row === 'named' ? LEAST_FIT / 2 : LEAST_FIT)) return false;
  if (isOpposite(claim.sentence, best.number.sentence) || contradictsBeside(claim, best.number)) return false;
  if (isOfAnotherColumn(source, best.number, aroundOf(claim))) return false;
  const isNamed = (number: SourceNumber) =>
    rows.fits(number) === 'named' && isColumnNamed(source, number, aroundOf(claim));
  if (best.number.place.table !== undefined && !isNamed(best.number) && others.some(({ number }) => isNamed(number)))
    return false;
  if (best.number.place.table !== undefined && isNamed(best.number)) return true;
  const inSentence = source.numbers.filter((number) => isInSentenceOf(number, best.number));
  const differing = inSentence.filter((number) => !agreeing.some((weighed) => weighed.number === number));
  if (standsForAnother(claim, best.number, differing)) return false;
  // To compare sentences, all their words count; to compare numbers of one sentence, only the words beside them.
  const fit = Math.max(best.fit, ...inSentence.map(({ near }) => fitOf(near, words)));
  const rival = others.find(({ number }) => !inSentence.includes(number) && isRival(number, best.number, rows));
  return rival === undefined || rival.fit <= fit * CONTRADICTS;
}

/** A number of another row contradicts only when the sentence names that row as well. */
function isRival(number: SourceNumber, best: SourceNumber, rows: Compared['rows']): boolean {
  if (best.place.table === undefined || number.place.table !== best.place.table) return true;
  return rows.fits(best) !== 'named' || rows.fits(number) === 'named';
}

/** The number as given, and the range of the sentence that contains it: for the `6` of `0 to 6`, both. */
function claimedReadings(claim: ClaimedNumber): readonly Reading[] {
  const own = claimedQuantities(claim);
  if (own.length === 0) return [];
  const { sentence, at, text } = claim;
  const whole = numbersOf(sentence).find(
    (number) => number.at <= at && number.at + number.text.length >= at + text.length && number.text !== text,
  );
  return whole === undefined || whole.quantities.length === 0 ? [own] : [own, whole.quantities];
}

/** The quantities of the claim. A hedged round number, `about 1,500`, is as coarse as its zeros. */
function claimedQuantities({ text, sentence, at }: ClaimedNumber): readonly Quantity[] {
  const quantities = withWordsBehind(readQuantities(text), sentence.slice(at + text.length));
  if (!HEDGE.test(sentence.slice(0, at))) return quantities;
  return quantities.map((quantity) => ({ ...quantity, step: coarseStep(quantity) }));
}

const HEDGE = /\b(?:about|around|some|nearly|almost|roughly|approximately|close to)\s+[$€£]?$/i;

function coarseStep({ value, step }: Quantity): number {
  if (value === null || value === 0) return step;
  let coarse = step;
  while (value % (coarse * 10) === 0) coarse *= 10;
  return coarse;
}

function toCandidate({ passages }: SourceIndex, { number, agreement, fit }: Weighed): Candidate {
  const { sentence, at, text, place } = number;
  const { row, column } = passages[number.passage] ?? {};
  const heads = { ...(row !== undefined && { row }), ...(column !== undefined && { column }) };
  return {
    ...heads,
    passage: sentence,
    at,
    length: text.length,
    text,
    place,
    placeInWords: placeInWords(place),
    agreement,
    fit,
  };
}
