import type { BodyBlock, Source } from '../article/model/copy.ts';
import type { Desk } from '../article/model/desk.ts';
import type { SampleFigure } from './sample-figures.ts';

/** The names the edition is signed with: the house itself, as no person wrote for it. */
export const BYLINES = { newsroom: 'Plumbline newsroom', pressRoom: 'Plumbline press room' } as const;

/** An article of the sample edition, with the day it is filed under. */
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
  /** How each of its figures is settled, those of its correction among them. */
  figures: SampleFigure[];
  correction?: SampleCorrection;
};

/** What a later revision put right: the note, and the new text of the blocks it touched, by their ids. */
export type SampleCorrection = { at: string; note: string; blocks: Record<string, string> };

/** What every article of the edition ends with. */
export const SAMPLE_NOTE: BodyBlock = {
  id: 'sample-edition',
  type: 'paragraph',
  text: '*This article belongs to the sample edition that comes with the service. It was written about the service itself: no firm, project or person in it is invented, because none appears.*',
};
