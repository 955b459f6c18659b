import type { BodyBlock, Source } from '#article/copy.ts';
import type { ExemptClass } from '#article/settlement-kinds.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { isSmallNumber } from '#evidence/figures/small-count.ts';

/** The bylines of the sample articles. The names are made up, and say that they are samples. */
export const BYLINES = {
  newsroom: 'Plumbline newsroom',
  field: 'Nora Plummet (sample)',
  survey: 'Theo Transit (sample)',
  estimating: 'Sol Kerf (sample)',
  people: 'June Trammel (sample)',
} as const;

/** What the page of a sample byline says about it. */
export const SAMPLE_BIOGRAPHY =
  'A sample byline. No person of this name exists: the articles under it come with the service, so that a new site has something true to show. Their sources are real, and each number can be checked.';

/** A sample article, with its day of publication. */
export type SampleArticle = {
  section: string;
  slug: string;
  headline: string;
  dek: string;
  byline: keyof typeof BYLINES;
  tags: string[];
  /** UTC ISO time of its publication. */
  publishedAt: string;
  picture?: SamplePicture;
  bodyBlocks: BodyBlock[];
  numberTable?: string;
  sources: Source[];
  /** How each of its figures is settled, including those of its correction. */
  figures: SampleFigure[];
  correction?: SampleCorrection;
};

/** A drawing of the folder `pictures`: the name of its folder there, and its words. */
export type SamplePicture = { name: string; title: string; alt: string; caption: string };

/** A correction by a later revision: the note, and the new text of the changed blocks by their ids. */
export type SampleCorrection = { at: string; note: string; blocks: Record<string, string> };

export const paragraph = (id: string, text: string): BodyBlock => ({ id, type: 'paragraph', text });
export const heading = (id: string, text: string): BodyBlock => ({ id, type: 'heading', text });
export const subheading = (id: string, text: string): BodyBlock => ({ id, type: 'subheading', text });
export const quote = (id: string, text: string): BodyBlock => ({ id, type: 'quote', text });
export const list = (id: string, ...items: string[]): BodyBlock => ({ id, type: 'list', text: items.join('\n') });

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

/** A figure that stands in a source; `words` are those of the source that hold it. */
export function sourced(
  at: string,
  text: string,
  source: string,
  locator: string,
  { words, nth = 1 }: { words?: string; nth?: number } = {},
): SampleFigure {
  return { at, text, nth, by: { kind: 'sourced', source, locator, ...(words && { quote: words }) } };
}

/** A figure computed from others, each identified by its block or field and its text. */
export function computed(
  at: string,
  text: string,
  formula: string,
  of: Record<string, [at: string, text: string]>,
  nth = 1,
): SampleFigure {
  return { at, text, nth, by: { kind: 'formula', formula, of } };
}

/** A figure that repeats another one of the article. */
export function repeated(at: string, text: string, of: [at: string, text: string], nth = 1): SampleFigure {
  return computed(at, text, 'same', { same: of }, nth);
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
