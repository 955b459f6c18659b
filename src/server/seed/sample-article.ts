import { readFileSync } from 'node:fs';
import type { BodyBlock, Source } from '#article/copy.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';

/** The bylines of the sample articles. The names are made up, and say that they are samples. */
export const BYLINES = {
  newsroom: 'Plumbline newsroom',
  field: 'Nora Plummet (sample)',
  survey: 'Theo Transit (sample)',
  estimating: 'Sol Kerf (sample)',
  people: 'June Trammel (sample)',
} as const;

/** The text of the page of a sample byline. */
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
  exhibits?: string;
  sources: Source[];
  /** How each of its figures is settled, including those of its correction. */
  figures: SampleFigure[];
  correction?: SampleCorrection;
};

/** A drawing of the folder `drawings`: the name of its folder there, and its words. */
export type SamplePicture = {
  name: string;
  title: string;
  alt: string;
  caption: string;
  /** The point that a crop has to keep, in hundredths of its width and height. */
  focus: { x: number; y: number };
};

/** A correction by a later revision: the note, and the new text of the changed blocks by their ids. */
export type SampleCorrection = { at: string; note: string; blocks: Record<string, string> };

/** A figure by its block, field or path (in a source) and its text. */
export type SampleFigure = {
  at: string;
  text: string;
  /** Its occurrence there; absent for the first. */
  nth?: number;
  by: SettlementMethod | { kind: 'formula'; formula: string; of: Record<string, readonly [at: string, text: string]> };
};

const FOLDER = new URL('./articles/', import.meta.url);
const MARKS: [BodyBlock['type'], RegExp][] = [
  ['heading', /^## /],
  ['subheading', /^### /],
  ['quote', /^> /gm],
  ['list', /^(?=- |\d+\. )/],
];

/** Reads a sample article: its text from `{slug}.md`, and all else from `{slug}.json`, where `blocks` has the ids of its blocks. */
export function readSample(slug: string): SampleArticle {
  const { blocks, ...facts } = JSON.parse(readFileSync(new URL(`${slug}.json`, FOLDER), 'utf8'));
  const texts = readFileSync(new URL(`${slug}.md`, FOLDER), 'utf8')
    .trimEnd()
    .split('\n\n');
  const bodyBlocks = texts.map((text, at): BodyBlock => {
    const [type, mark = /^/] = MARKS.find(([, mark]) => text.search(mark) === 0) ?? ['paragraph'];
    return { id: blocks[at], type, text: text.replace(mark, '') };
  });
  return { ...facts, slug, bodyBlocks };
}

/** Chooses the method for a figure of a revision; null when the list does not have the figure. */
export function settledIn(list: readonly SampleFigure[]) {
  return (figure: LedgerFigure, figures: readonly LedgerFigure[]): SettlementMethod | null => {
    const sample = list.find(
      ({ at, text, nth = 1 }) => isAt(figure, at) && figure.text === text && figure.inBlock === nth,
    );
    if (!sample) return null;
    if (sample.by.kind !== 'formula') return sample.by;
    const inputs = Object.entries(sample.by.of).map(([name, [at, text]]) => {
      const input = figures.find((candidate) => isAt(candidate, at) && candidate.text === text);
      return [name, input?.anchor ?? ''];
    });
    return { kind: 'computed', formula: sample.by.formula, inputs: Object.fromEntries(inputs) };
  };
}

function isAt({ field, blockId, path }: LedgerFigure, at: string): boolean {
  return field === 'body' ? blockId === at : field === at || path === at;
}
