import { findFigures } from '../figures/find-figures.ts';
import { type DecimalSign, type Quantity, readQuantities } from './quantity.ts';
import type { Passage, SourcePlace, SourceText } from './source-text.ts';
import { unitNamed } from './units.ts';
import { stemsOf } from './words.ts';

/** A number of a source with its surroundings. `at` is its position in `sentence`, in UTF-16 units. */
export type SourceNumber = {
  text: string;
  at: number;
  quantities: readonly Quantity[];
  /** The number of a cell alone, without the unit and the magnitude of its heads. */
  bare?: readonly Quantity[];
  sentence: string;
  /** The part of the sentence between commas and conjunctions that the number is in. */
  clause: string;
  passage: number;
  place: SourcePlace;
  /** How much each stem around the number says about it: 1 in its clause, less further away. */
  near: ReadonlyMap<string, number>;
};

/** A source prepared for looking up many numbers. `rarity` says how well a stem distinguishes one place of it from others. */
export type SourceIndex = {
  passages: readonly Passage[];
  numbers: readonly SourceNumber[];
  rarity: ReadonlyMap<string, number>;
};

/** Most numbers of a source; the rest is ignored, and `isWhole` of the answer is false. */
export const MOST_NUMBERS = 60_000;

/** Whether a passage holds sentences: text, or a long cell of a table. */
export function isProse({ text, place }: Passage): boolean {
  return place.table === undefined || text.length > LONGEST_CELL;
}

/** Most characters of a cell that holds no sentences. */
const LONGEST_CELL = 120;

/** Words count less the further they are from the number. */
const WEIGHTS = { clause: 1, sentence: 0.7, beside: 0.35, heading: 0.5, head: 1, caption: 0.6, title: 0.15 };

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the passages reads their numbers and counts their words
export function indexSource({ title, passages }: SourceText): SourceIndex {
  const decimals = decimalsOf(passages);
  const numbers: SourceNumber[] = [];
  const spread = new Map<string, number>();
  const stems = rememberStems();
  for (const [index, passage] of passages.entries()) {
    if (numbers.length >= MOST_NUMBERS) break;
    const finds = isProse(passage) ? inProse(passage, decimals) : inCell(passage, decimals);
    const around = finds.length === 0 ? null : surroundings({ title, passages, index, stems });
    for (const number of finds)
      if (around)
        numbers.push({ ...number, passage: index, place: passage.place, near: nearOf(number, passage, around) });
    for (const word of new Set([passage.text, passage.row ?? '', passage.column ?? ''].flatMap(stems)))
      spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  const rarity = new Map([...spread].map(([word, count]) => [word, Math.log(1 + passages.length / count)]));
  for (const word of stemsOf(
    `${title ?? ''} ${passages.map(({ caption, place }) => [caption, ...(place.headings ?? [])].join(' ')).join(' ')}`,
  ))
    if (!rarity.has(word)) rarity.set(word, Math.log(2));
  return { passages, numbers, rarity };
}

type Found = Pick<SourceNumber, 'text' | 'at' | 'quantities' | 'bare' | 'sentence' | 'clause'>;

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

function inProse(passage: Passage, decimals: DecimalSign): Found[] {
  return sentencesOf(passage.text).flatMap((sentence) =>
    numbersOf(sentence, decimals).map(({ text, at, quantities }) => ({
      ...{ text, at, quantities, sentence },
      clause: clauseAt(sentence, at, text.length),
    })),
  );
}

/** The sentences of a text. A segment that ends in an abbreviation is joined with the next one. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of SENTENCES.segment(text)) {
    const last = sentences.at(-1);
    if (
      last !== undefined &&
      (ABBREVIATED.test(last) || (/^\s*[\p{Ll}\d(]/u.test(segment) && !/[.!?]["”’)]?\s*$/.test(last)))
    )
      sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

const ABBREVIATED =
  /(?:^|[\s(])(?:\p{Lu}|approx|ca|cf|e\.g|i\.e|Fig|No|Nos|pp|Sec|Sect|Ref|St|Dr|Mr|Mrs|Ms|vs|U\.S|Inc|Co|Ltd|Jr|Art|Vol|Eq)\.\s*$/u;

/** Reads a cell together with its heads, which have the unit and the magnitude more often than the cell. */
function inCell(passage: Passage, decimals: DecimalSign): Found[] {
  const heads = `${passage.column ?? ''} ${passage.row ?? ''}`;
  const unit = unitOfHead(passage.column ?? '') ?? unitOfHead(passage.row ?? '') ?? unitOfHead(passage.caption ?? '');
  const scale = scaleOf(heads) ?? scaleOf(passage.caption ?? '') ?? 1;
  const currency = /\$|\bdollars?\b|\bUSD\b/i.test(`${heads} ${passage.caption ?? ''}`)
    ? 'USD'
    : /€|\bEUR\b|\beuros?\b/i.test(`${heads} ${passage.caption ?? ''}`)
      ? 'EUR'
      : null;
  return numbersOf(passage.text, decimals).map(({ text, at, quantities }) => ({
    ...{ text, at, sentence: passage.text, clause: passage.text, bare: quantities },
    quantities: quantities.map((quantity) => withHeads(quantity, { unit, scale, currency })),
  }));
}

type Heads = { unit: Quantity['unit']; scale: number; currency: string | null };

function withHeads(quantity: Quantity, { unit, scale, currency }: Heads): Quantity {
  if (quantity.value === null || quantity.isOrdinal || quantity.unit !== null) return quantity;
  const own = quantity.currency ?? (unit === null ? currency : null);
  const times = quantity.unit === null ? scale : 1;
  return { ...quantity, unit, currency: own, value: quantity.value * times, step: quantity.step * times };
}

/** `Height (ft)`, `Power [kW]`, `Share, %`, `Length in feet`. */
function unitOfHead(head: string): Quantity['unit'] {
  const named = [...head.matchAll(/[([]([^)\]]{1,30})[)\]]/g)].map(([, inside = '']) => inside);
  const behind = /(?:,|\bin|\bof|:|—|-)\s+([^\s,()][^,()]{0,24})$/.exec(head)?.[1];
  const spelled = /^(?:percent(?:age)?|per cent|%)\b|\b(?:percent(?:age)?|per cent)\b|%/i.test(head) ? '%' : undefined;
  for (const spelling of [...named, behind, spelled, /^\S{1,20}$/.test(head) ? head : undefined]) {
    const unit = spelling === undefined ? null : unitNamed(spelling.replace(/^in /, '').trim());
    if (unit !== null) return unit;
  }
  return null;
}

/** A magnitude in a head or after a number, in English and a few other languages. */
const SCALES: readonly [RegExp, number][] = [
  [/\b(?:thousands?|Tausend|milliers?|miles)\b|\(0{3}s?\)|\b000s\b/i, 1e3],
  [/\b(?:millions?|Millionen|Mio|millones)\b/i, 1e6],
  [/\b(?:billions?|Milliarden|Mrd|milliards?)\b/i, 1e9],
  [/\btrillions?\b/i, 1e12],
];

function scaleOf(head: string): number | null {
  return SCALES.find(([pattern]) => pattern.test(head))?.[1] ?? null;
}

export function numbersOf(
  text: string,
  decimals: DecimalSign = 'point',
): Pick<SourceNumber, 'text' | 'at' | 'quantities'>[] {
  // Figures are searched in Markdown, where a `*` is not part of the text. In a source it multiplies, and each factor is a number.
  return joinGroups(text, findFigures(text.replaceAll('*', ' '))).flatMap(({ text: figure, at }) => {
    const behind = text.slice(at + figure.length);
    return [{ text: figure, at, quantities: withWordsBehind(readQuantities(figure, decimals), behind) }];
  });
}

/** `1 200` is one number if each part after the first has three digits. */
function joinGroups(text: string, figures: readonly { text: string; at: number }[]): { text: string; at: number }[] {
  const joined: { text: string; at: number }[] = [];
  for (const figure of figures) {
    const last = joined.at(-1);
    const between = last === undefined ? '' : text.slice(last.at + last.text.length, figure.at);
    const isGroup =
      /^[ \u00a0\u202f\u2009]$/.test(between) &&
      /^\d{3}(?![\d])/.test(figure.text) &&
      /^[−-]?\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})*$/.test(last?.text ?? '');
    if (last !== undefined && isGroup)
      joined[joined.length - 1] = { text: text.slice(last.at, figure.at + figure.text.length), at: last.at };
    else joined.push({ text: figure.text, at: figure.at });
  }
  return joined;
}

/** Quantities with the magnitude and the unit that follow their figure without being part of it. */
export function withWordsBehind(quantities: readonly Quantity[], behind: string): Quantity[] {
  return quantities.map((quantity) => withUnitBehind(withScaleBehind(quantity, behind), behind));
}

/** `6 1/2 millions`: the plural is not part of the figure. */
function withScaleBehind(quantity: Quantity, behind: string): Quantity {
  const word = /^\s(thousands|millions|billions|trillions)\b/i.exec(behind)?.[1];
  const times = word === undefined ? null : scaleOf(word);
  if (times === null || quantity.value === null) return quantity;
  return { ...quantity, value: quantity.value * times, step: quantity.step * times };
}

/** Adds a unit after the number that the finder of figures does not recognise: `48 in`, `12 knots`. */
function withUnitBehind(quantity: Quantity, behind: string): Quantity {
  if (quantity.unit !== null || quantity.date?.month !== undefined || quantity.isOrdinal || quantity.currency !== null)
    return quantity;
  const [series = ''] = /^ (?:or|and|to) \d[\d.,]*(?=[\s-]?\p{L})/u.exec(behind) ?? []; // 2 or 4 kilobytes
  const [, phrase, word] =
    /^[\s-]?(([\p{L}°%/²³]{1,14})(?:[\s-][\p{L}²³]{1,14})?)(?![\p{L}\p{N}])/u.exec(behind.slice(series.length)) ?? [];
  const unit =
    (phrase === undefined ? null : unitNamed(phrase)) ??
    (word === undefined || word === 'in' || word === 'a' ? null : unitNamed(word));
  return unit === null ? quantity : { ...quantity, unit };
}

function clauseAt(sentence: string, at: number, length: number): string {
  const before = sentence.slice(0, at);
  const after = sentence.slice(at + length);
  const from = Math.max(...[...before.matchAll(CLAUSE_END)].map(({ index, 0: end }) => index + end.length), 0);
  const to = after.search(CLAUSE_END);
  return sentence.slice(from, at + length + (to === -1 ? after.length : to));
}

/** Commas and `and` between the numbers of a list, `1, 2 and 3`, do not end a clause. */
const CLAUSE_END =
  /[;:—](?=\s)|,(?=\s)(?!(?<=\d,)\s(?:and |or )?\d)|\s(?:and(?!(?<=\d,? and)\s\d)|but|while|whereas|compared with|against|from|versus)\s/g;

type Stems = (text: string) => readonly string[];

/** The stems of texts, of which many repeat: headings, and the heads of rows and columns. */
function rememberStems(): Stems {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    const stems = known.get(text) ?? stemsOf(text);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, stems);
    return stems;
  };
}

const MOST_REMEMBERED = 1000;

type Around = { beside: readonly string[]; headings: readonly string[]; title: readonly string[]; stems: Stems };
type Surrounded = { title: string | null; passages: readonly Passage[]; index: number; stems: Stems };

function surroundings({ title, passages, index, stems }: Surrounded): Around {
  const { place } = passages[index] as Passage;
  const isBeside = (other: Passage | undefined) =>
    other !== undefined && other.place.table === undefined && place.table === undefined;
  const [before, after] = [passages[index - 1], passages[index + 1]];
  return {
    beside: stemsOf(
      `${isBeside(before) ? (before?.text ?? '').slice(-400) : ''} ${isBeside(after) ? (after?.text ?? '').slice(0, 200) : ''}`,
    ),
    headings: stems((place.headings ?? []).join(' ')),
    title: stems(title ?? ''),
    stems,
  };
}

function nearOf({ sentence, clause, text }: Found, passage: Passage, around: Around): ReadonlyMap<string, number> {
  const near = new Map<string, number>();
  const { stems: stemsIn } = around;
  const own = new Set(stemsIn(text));
  const add = (stems: readonly string[], weight: number) => {
    for (const stem of stems)
      if (!own.has(stem) || !/\d/.test(stem)) near.set(stem, Math.max(near.get(stem) ?? 0, weight));
  };
  const isCell = passage.place.table !== undefined;
  add(stemsIn(clause), WEIGHTS.clause);
  if (sentence !== clause) add(stemsIn(sentence), WEIGHTS.sentence);
  if (isCell)
    for (const head of [passage.row, passage.column, passage.place.sheet]) add(stemsIn(head ?? ''), WEIGHTS.head);
  else add(stemsIn(passage.text), WEIGHTS.beside + 0.1);
  add(stemsIn(passage.caption ?? ''), WEIGHTS.caption);
  add(around.beside, WEIGHTS.beside);
  add(around.headings, WEIGHTS.heading);
  add(around.title, WEIGHTS.title);
  return near;
}

/**
 * Whether a source writes decimals after a comma: yes, if it has more of them than after a point. `1,000,000` proves that commas group
 * digits, even if the source also has `0,0`, as in a program. `1.000.000` proves that points do.
 */
function decimalsOf(passages: readonly Passage[]): DecimalSign {
  let [point, comma] = [0, 0];
  for (const { text } of passages) {
    if (/(?<![\d.,])\d{1,3}(?:,\d{3}){2,}(?![\d,])/.test(text)) return 'point';
    if (/(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.])/.test(text)) return 'comma';
    point += text.match(/\d\.\d{1,2}(?![\d.])/g)?.length ?? 0;
    comma += text.match(/\d,\d{1,2}(?![\d,])/g)?.length ?? 0;
    if (point + comma > 2000) break;
  }
  return comma > point ? 'comma' : 'point';
}
