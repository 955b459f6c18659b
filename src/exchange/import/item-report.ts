/** What becomes of an item of a file. The four add up to everything found. */
export const OUTCOMES = ['imported', 'changed', 'left out', 'refused'] as const;
export type ImportOutcome = (typeof OUTCOMES)[number];

/** What was changed, by kind; what was lost; and notes for the people who read the report. */
export type ItemReport = {
  changed: { kind: string; count: number }[];
  lost: LostThing[];
  notes: string[];
  /** Why it stays a draft where the run is one of an archive; absent where it can go live. */
  stays?: string;
};

/** `words`: those of it that readers saw there; `near`: the first words of the block where it was. */
export type LostThing = { kind: string; address: string; words?: string; near?: string; why?: string };

/** What was done with an item, for people: what was changed, and the notes. An item that was left out has only its reason. */
export function itemWords(line: { outcome: ImportOutcome | null; why: string | null; report: ItemReport }): string {
  const { outcome, why, report } = line;
  if (outcome === 'left out' && why) return why;
  const changed = report.changed.map(({ kind, count }) => (count > 1 ? `${kind} ×${count}` : kind));
  return [why, ...changed, ...report.notes].flatMap((part) => (part ? [part.replace(/\.$/, '')] : [])).join('; ');
}

/** A lost thing in one line, for people. */
export function lostWords({ kind, address, words, near, why }: LostThing): string {
  const place = near ? `near “${near}”` : '';
  return [`${kind}:`, address, words && `“${words}”`, place, why && `(${why.replace(/\.$/, '')})`]
    .filter((part) => part)
    .join(' ');
}

export const NOTHING_TO_REPORT: ItemReport = { changed: [], lost: [], notes: [] };

/** A picture of the text that is in the library now, not in its place. The look calls it `picture`, like one that is lost. */
export const IN_LIBRARY = 'picture in the library';

/** Most lost places that a report names; the rest are counted. */
export const MOST_LOST = 500;
