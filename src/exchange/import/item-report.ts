/** What becomes of an item of a file. The four add up to everything found. */
export const OUTCOMES = ['imported', 'changed', 'left out', 'refused'] as const;
export type ImportOutcome = (typeof OUTCOMES)[number];

/** What was changed, by kind; what was lost; and notes for the people who read the report. */
export type ItemReport = {
  changed: { kind: string; count: number }[];
  lost: { kind: string; address: string; why?: string }[];
  notes: string[];
  /** Why it stays a draft where the run is one of an archive; absent where it can go live. */
  stays?: string;
};

export const NOTHING_TO_REPORT: ItemReport = { changed: [], lost: [], notes: [] };

/** A picture of the text that is in the library now, not in its place. The look calls it `picture`, like one that is lost. */
export const IN_LIBRARY = 'picture in the library';

/** Most lost places that a report names; the rest are counted. */
export const MOST_LOST = 500;
