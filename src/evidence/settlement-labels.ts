import {
  OPTIONAL_TEXT_NAMES,
  OPTIONAL_TEXTS,
  PACKET_TEXTS,
  PUBLISHED_PACKET_NAMES,
  valuesOf,
} from '#article/article-fields.ts';
import type { FoundInSource, Unfound } from '#article/found-in-source.ts';
import { groupDigits } from '#core/group-digits.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Evidence, EvidenceCounts, EvidenceFigure } from '#evidence/figures/evidence.ts';
import type { TextFieldName } from '#evidence/figures/fields.ts';
import { isSmallNumber } from '#evidence/figures/small-count.ts';
import { longDate } from '#html/html.ts';

/** A number of the article and how it was settled. A number that is stated again, and settled alike, shares its line. */
export type SettledLine = { number: number; text: string; how: EvidenceFigure };
/** The lines in the order of their numbers in the article, and the line of each figure by its anchor. */
export type SettledLines = { lines: SettledLine[]; lineOf: ReadonlyMap<string, number> };

/** Most lines on a page; the evidence JSON has all. */
const MOST_LINES = 300;

/** The figures with the day, in a zone, on which a source was opened in place of the time, so that their words say that day. */
export function withDays<Figure extends { found?: FoundInSource | null | undefined }>(
  figures: readonly Figure[],
  zone: string,
): Figure[] {
  return figures.map((figure) =>
    figure.found ? { ...figure, found: { ...figure.found, at: dayIn(figure.found.at, zone) } } : figure,
  );
}

/** How the numbers of an article were settled, one line for each number. Dates, names, small counts and open figures have no line. */
export function settledLines({ figures }: Pick<Evidence, 'figures'>): SettledLines {
  const byWay = new Map<string, SettledLine>();
  const lineOf = new Map<string, number>();
  for (const figure of figures) {
    if (figure.settlement === null || figure.settlement === 'exempt' || isQuiet(figure)) continue;
    const { text, settlement, source, locator, quote, who, when, formula, computedFrom, signed } = figure;
    const way = JSON.stringify([
      text,
      settlement,
      source?.url,
      locator,
      quote,
      openedWords(figure),
      who,
      when,
      formula,
      computedFrom,
      signed?.by,
      signed?.reason,
    ]);
    const known = byWay.get(way);
    if (!known && byWay.size === MOST_LINES) continue;
    const line = known ?? { number: byWay.size + 1, text, how: figure };
    byWay.set(way, line);
    lineOf.set(figure.anchor, line.number);
  }
  return { lines: [...byWay.values()], lineOf };
}

/** A small number that an editor signed for, without telling readers why: a line about it would say nothing. */
function isQuiet({ settlement, signed, text }: EvidenceFigure): boolean {
  return settlement === 'signed' && !signed && isSmallNumber(text);
}

/** A formula with its numbers: `computed: 1 − 15 ÷ 412`. */
export function formulaWords(figure: EvidenceFigure): string {
  return formulaParts(figure)
    .map(({ text }) => text)
    .join('');
}

/** The same in parts; a number of the article has its anchor. */
export function formulaParts({ formula, computedFrom }: EvidenceFigure): { text: string; anchor?: string }[] {
  const inputs = new Map(computedFrom.map((input) => [input.name, input]));
  const alone = inputs.get(formula?.trim() ?? '');
  if (alone) return [{ text: 'the same number as ' }, { text: alone.text, anchor: alone.anchor }];
  const parts = (formula ?? '').trim().split(/([A-Za-z_][A-Za-z0-9_]*)/);
  return [
    { text: 'computed: ' },
    ...parts.map((part) => {
      const input = inputs.get(part);
      return input ? { text: input.text, anchor: input.anchor } : { text: signs(part) };
    }),
  ];
}

function signs(part: string): string {
  return part
    .replace(/\s*([*/+−×÷])\s*/g, (_, sign: string) => ` ${{ '*': '×', '/': '÷' }[sign] ?? sign} `)
    .replace(/\s+-\s+/g, ' − ');
}

/** `signed by Dana Whitfield: counted on the site`; without a name or a reason where readers get none. */
export function signedWords({ signed }: EvidenceFigure): string {
  if (!signed) return 'signed by the editor';
  return `signed by ${signed.by ?? 'the editor'}: ${signed.reason}`;
}

/** The words for readers about the source of a number: the server found the number there, or an editor named the source. */
export function openedWords({ settlement, found: finding, unfound = 'not_opened' }: EvidenceFigure): string {
  if (settlement !== 'sourced') return '';
  return finding ? foundWords(finding) : UNFOUND_WORDS[unfound];
}

/** Why a sourced number does not count as found. */
export const UNFOUND_WORDS: Record<Unfound, string> = {
  not_opened: 'named by an editor, source not opened',
  not_found: 'named by an editor, not found when the source was opened',
  not_compared: 'named by an editor, passage not compared',
};

/** `found there on 12 November 2026`, and what the source says where that differs: `: it says “15.83”`. */
export function foundWords({ by, at, agreement, says }: FoundInSource): string {
  const differs = agreement === 'same' ? '' : `: it says “${says}”`;
  return `${FOUND_BY[by]} on ${longDate(at)}${differs}`;
}

const FOUND_BY: Record<FoundInSource['by'], string> = {
  address: 'found there',
  file: 'found in its file',
  passage: 'found in a passage copied from it',
};

/** Where a number outside of the body is, and the id of that part of the page. */
export const PLACE_WORDS: Record<Exclude<TextFieldName, 'body'>, readonly [words: string, id: string]> = {
  headline: ['in the headline', 'main'],
  dek: ['below the headline', 'main'],
  ...valuesOf(OPTIONAL_TEXT_NAMES, (name) => OPTIONAL_TEXTS[name].place),
  heroCaption: ['in the credit of the picture', 'main'],
  heroAlt: ['in the description of the picture', 'main'],
  sourceTitle: ['in the sources', 'sources'],
  sourcePublisher: ['in the sources', 'sources'],
  sourceNote: ['in the sources', 'sources'],
  ...valuesOf(PUBLISHED_PACKET_NAMES, (name) => PACKET_TEXTS[name].place),
};

/** `14 numbers: 11 sourced, 2 computed, 1 signed by the editor.` Empty when no figure was found. */
export function countsWords(counts: EvidenceCounts): string {
  const { figures, exempt, open } = counts;
  if (figures === 0) return '';
  const numbers = figures - exempt;
  const kinds = [
    [counts.sourced, `sourced${foundOf(counts)}`],
    [counts.computed, 'computed'],
    [counts.quoted, 'quoted from the person who said it'],
    [counts.signed, 'signed by the editor'],
    [open, 'not settled'],
  ] as const;
  const parts = kinds.filter(([count]) => count > 0).map(([count, words]) => `${groupDigits(count)} ${words}`);
  const first = numbers === 0 ? 'No number to settle.' : `${some(numbers, 'number')}: ${parts.join(', ')}.`;
  const rest =
    exempt === 0
      ? ''
      : ` ${groupDigits(exempt)} ${numbers === 0 ? '' : 'more '}${exempt === 1 ? 'needs no source: it is a date, a name, a place in an order, a small count or a corrected value' : 'need no source: they are dates, names, places in an order, small counts or corrected values'}.`;
  return first + rest;
}

/** How many of the sourced numbers were found in their source. */
function foundOf({ sourced, found: hits = 0 }: EvidenceCounts): string {
  if (hits === 0) return ' (named by an editor)';
  if (hits === sourced) return ' and found in the source';
  return ` (${groupDigits(hits)} found in the source, ${groupDigits(sourced - hits)} named by an editor)`;
}

/** Numbers that a page names as not settled; the evidence JSON has all. */
const MOST_OPEN = 100;

/** `Not settled: “412”, “96%”.` Empty when every number is settled. */
export function openWords({ counts, figures }: Pick<Evidence, 'counts' | 'figures'>): string {
  if (counts.open === 0) return '';
  const texts = [...new Set(figures.filter(({ settlement }) => settlement === null).map(({ text }) => text))];
  const more = texts.length > MOST_OPEN || counts.open > figures.length ? ', and more' : '';
  const named = texts.slice(0, MOST_OPEN).map((text) => `“${text}”`);
  return `Not settled: ${named.join(', ')}${more}.`;
}

/** How many numbers are settled, of all numbers without dates and names. */
export function settledOf({ figures, exempt, open }: EvidenceCounts): { settled: number; numbers: number } {
  return { settled: figures - exempt - open, numbers: figures - exempt };
}

function some(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}
