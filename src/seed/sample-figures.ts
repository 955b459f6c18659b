import type { LedgerFigure } from '../article/figures/ledger.ts';
import type { ExemptClass, Settling } from '../article/figures/settlement.ts';

// How the figures of the sample edition were settled by those who wrote it, figure by figure.

/** A figure by its block, its field or, in a source, its path, and its text; `nth` where the same text stands there more than once. */
export type SampleFigure = {
  at: string;
  text: string;
  nth: number;
  by: Settling | { kind: 'formula'; formula: string; of: Record<string, [at: string, text: string]> };
};

/** Names nobody would check as a number: `RFC 9110`. */
export function exempt(at: string, text: string, className: ExemptClass = 'name', nth = 1): SampleFigure {
  return { at, text, nth, by: { kind: 'exempt', class: className } };
}

/** A figure whoever wrote it vouches for: what is counted in the article itself, or was decided by the house. */
export function signed(at: string, text: string, reason: string, nth = 1): SampleFigure {
  return { at, text, nth, by: { kind: 'signed', reason } };
}

export function sourced(at: string, text: string, source: string, locator: string, quote?: string): SampleFigure {
  return { at, text, nth: 1, by: { kind: 'sourced', source, locator, ...(quote && { quote }) } };
}

/** A figure computed of others, each named by its block or field and its text. */
export function computed(
  at: string,
  text: string,
  formula: string,
  of: Record<string, [at: string, text: string]>,
): SampleFigure {
  return { at, text, nth: 1, by: { kind: 'formula', formula, of } };
}

/** What a figure of a revision is settled by; null where the list says nothing of it. */
export function settledIn(list: readonly SampleFigure[]) {
  return (figure: LedgerFigure, figures: readonly LedgerFigure[]): Settling | null => {
    const found = list.find(({ at, text, nth }) => isAt(figure, at) && figure.text === text && figure.inBlock === nth);
    if (!found) return null;
    if (found.by.kind !== 'formula') return found.by;
    const inputs = Object.entries(found.by.of).map(([name, [at, text]]) => {
      const input = figures.find((one) => isAt(one, at) && one.text === text);
      return [name, input?.anchor ?? ''];
    });
    return { kind: 'computed', formula: found.by.formula, inputs: Object.fromEntries(inputs) };
  };
}

function isAt({ field, blockId, path }: LedgerFigure, at: string): boolean {
  return field === 'body' ? blockId === at : field === at || path === at;
}
