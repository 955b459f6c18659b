import type { ArchiveMark } from '#article/archive-mark.ts';
import type { BodyBlock } from '#article/copy.ts';
import type { EvidenceFigure } from '#evidence/figures/evidence.ts';
import type { QuoteDifference } from './compare-quote.ts';
import type { TextField } from './live-texts.ts';

// The result of a quote check.

/** Whether readers find the passage in the article today. */
export type QuoteStands = 'true' | 'corrected' | 'changed' | 'withdrawn';

/** The change of the passage after the revision that has it. */
export type QuoteSince = {
  at: string;
  act: 'corrected' | 'changed' | 'withdrawn';
  /** The revision that no longer has the passage; null after a withdrawal. */
  revision: number | null;
  /** The correction note, or the notice of the editors about the withdrawal. */
  note: string | null;
  /** The text of the live article in place of it; empty if nothing is similar. */
  now: QuotePlace[];
};

/** A piece of the article's text around the quote; `blocks` are those of the revision, for the address of the block. */
export type QuotePlace = {
  place: TextField | 'body';
  block: BodyBlock | null;
  text: string;
  /** Where the quoted words begin and end, in UTF-16 units of `text`. */
  from: number;
  to: number;
  /** Whether the quote leaves words out before it. */
  isAfterGap: boolean;
};

export type FoundQuote = {
  match: 'verbatim' | 'near';
  stands: QuoteStands;
  articleId: string;
  /** The address that the article has now, or had last. */
  section: string;
  slug: string;
  revision: number;
  /** Null for a withdrawn article, whose text is not repeated; so are `places` and `figures` empty. */
  headline: string | null;
  blocks: BodyBlock[];
  liveBlocks: BodyBlock[];
  blockId: string | null;
  places: QuotePlace[];
  figures: EvidenceFigure[];
  differences: QuoteDifference[];
  since: QuoteSince | null;
  /** Where the article comes from, of a revision from an archive. */
  archive: ArchiveMark | null;
};

export type QuoteCheck = { match: 'not_found' } | FoundQuote;
