import type { LedgerFigure } from '../article/figures/ledger.ts';
import type { SettlementMethod } from '../article/figures/settlement.ts';
import { isSmallNumber } from '../article/figures/small-count.ts';
import type { BodyBlock, Source } from '../article/model/copy.ts';
import type { Desk } from '../article/model/desk.ts';
import type { ExemptClass } from '../article/model/settlement-kinds.ts';

/** The bylines of the sample articles. No person wrote them. */
export const BYLINES = { newsroom: 'Plumbline newsroom', pressRoom: 'Plumbline press room' } as const;

/** A sample article, with its day of publication. */
export type SampleArticle = {
  section: Desk;
  slug: string;
  headline: string;
  dek: string;
  byline: keyof typeof BYLINES;
  tags: string[];
  /** UTC ISO time of its publication. */
  publishedAt: string;
  sponsorshipDisclosure?: string;
  bodyBlocks: BodyBlock[];
  sources: Source[];
  /** How each of its figures is settled, including those of its correction. */
  figures: SampleFigure[];
  correction?: SampleCorrection;
};

/** A correction by a later revision: the note, and the new text of the changed blocks by their ids. */
export type SampleCorrection = { at: string; note: string; blocks: Record<string, string> };

/** The last block of every sample article. */
export const SAMPLE_NOTE: BodyBlock = {
  id: 'sample-edition',
  type: 'paragraph',
  text: '*This article belongs to the sample edition that comes with the service. It was written about the service itself: no firm, project or person in it is invented, because none appears.*',
};

// How the figures of the sample articles are settled, figure by figure.

/** A figure by its block, field or path (in a source) and its text; `nth` is its occurrence there. */
export type SampleFigure = {
  at: string;
  text: string;
  nth: number;
  by: SettlementMethod | { kind: 'formula'; formula: string; of: Record<string, [at: string, text: string]> };
};

/** Names nobody would check as a number: `RFC 9110`. */
export function exempt(at: string, text: string, className: ExemptClass = 'name', nth = 1): SampleFigure {
  return { at, text, nth, by: { kind: 'exempt', class: className } };
}

/** A figure that an editor signs for, for readers to see: a decision of the project. A small count is none, and needs no signature. */
export function signed(at: string, text: string, reason: string, nth = 1): SampleFigure {
  if (isSmallNumber(text)) return exempt(at, text, 'small_count', nth);
  return { at, text, nth, by: { kind: 'signed', reason, forReaders: true } };
}

export function sourced(at: string, text: string, source: string, locator: string, quote?: string): SampleFigure {
  return { at, text, nth: 1, by: { kind: 'sourced', source, locator, ...(quote && { quote }) } };
}

/** A figure computed from others, each identified by its block or field and its text. */
export function computed(
  at: string,
  text: string,
  formula: string,
  of: Record<string, [at: string, text: string]>,
): SampleFigure {
  return { at, text, nth: 1, by: { kind: 'formula', formula, of } };
}

/** Chooses the method for a figure of a revision; null when the list does not have the figure. */
export function settledIn(list: readonly SampleFigure[]) {
  return (figure: LedgerFigure, figures: readonly LedgerFigure[]): SettlementMethod | null => {
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
