import type { Evidence, EvidenceCounts, EvidenceFigure } from '../article/figures/evidence.ts';
import { groupDigits } from '../core/group-digits.ts';

/** One settlement, with all numbers of the article that it settles. */
export type SettledLine = { number: number; texts: string[]; how: EvidenceFigure };
/** The lines in the order of their first numbers in the article, and the line of each figure by its anchor. */
export type SettledLines = { lines: SettledLine[]; lineOf: ReadonlyMap<string, number> };

/** Most lines on a page; the evidence JSON has all. */
const MOST_LINES = 300;

/** How the numbers of an article were settled, with one line per settlement. Dates, names and open figures have no line. */
export function settledLines({ figures }: Pick<Evidence, 'figures'>): SettledLines {
  const byWay = new Map<string, SettledLine>();
  const lineOf = new Map<string, number>();
  for (const figure of figures) {
    if (figure.settlement === null || figure.settlement === 'exempt') continue;
    const { settlement, source, locator, quote, who, when, formula, computedFrom } = figure;
    const way = JSON.stringify([settlement, source?.url, locator, quote, who, when, formula, computedFrom]);
    const known = byWay.get(way);
    if (!known && byWay.size === MOST_LINES) continue;
    const line = known ?? { number: byWay.size + 1, texts: [], how: figure };
    byWay.set(way, line);
    if (!line.texts.includes(figure.text)) line.texts.push(figure.text);
    lineOf.set(figure.anchor, line.number);
  }
  return { lines: [...byWay.values()], lineOf };
}

/** A formula with its numbers: `1 − 15 ÷ 412`. */
export function formulaWords({ formula, computedFrom }: EvidenceFigure): string {
  const texts = new Map(computedFrom.map(({ name, text }) => [name, text]));
  const words = (formula ?? '').replace(/[A-Za-z_][A-Za-z0-9_]*/g, (name) => texts.get(name) ?? name);
  return words
    .replace(/\s*([*/+−×÷])\s*/g, (_, sign: string) => ` ${{ '*': '×', '/': '÷' }[sign] ?? sign} `)
    .replace(/\s+-\s+/g, ' − ')
    .trim();
}

/** `14 numbers: 11 sourced, 2 computed, 1 signed by the editor.` Empty when no figure was found. */
export function countsWords(counts: EvidenceCounts): string {
  const { figures, exempt, open } = counts;
  if (figures === 0) return '';
  const numbers = figures - exempt;
  const kinds = [
    [counts.sourced, 'sourced'],
    [counts.computed, 'computed'],
    [counts.quoted, 'quoted from the person who said it'],
    [counts.signed, 'signed by the editor'],
    [open, 'not settled'],
  ] as const;
  const told = kinds.filter(([count]) => count > 0).map(([count, words]) => `${groupDigits(count)} ${words}`);
  const first = numbers === 0 ? 'No number to settle.' : `${some(numbers, 'number')}: ${told.join(', ')}.`;
  const rest =
    exempt === 0
      ? ''
      : ` ${groupDigits(exempt)} ${numbers === 0 ? '' : 'more '}${exempt === 1 ? 'is a date, a name, a place in an order or a value since corrected' : 'are dates, names, places in an order or values since corrected'}.`;
  return first + rest;
}

/** How many numbers are settled, of all numbers without dates and names. */
export function settledOf({ figures, exempt, open }: EvidenceCounts): { settled: number; numbers: number } {
  return { settled: figures - exempt - open, numbers: figures - exempt };
}

function some(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}
