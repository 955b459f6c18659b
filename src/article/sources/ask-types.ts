/** A cited address, and the words of it that settlements quote. */
export type Cited = { url: string; quotes: readonly string[] };

/**
 * What came of asking: `here` with the quotes that were not found in its text, which is null where the text could not be
 * read to its end or is none; `gone` where it answers that there is nothing, or its name is no name; else why it could not
 * be told.
 */
export type Look =
  | { url: string; state: 'here'; status: number; missing: string[] | null }
  | { url: string; state: 'gone'; status: number | null; trouble: string }
  | { url: string; state: 'unknown'; status: number | null; trouble: string };

/** An address that was asked, and how many figures have to be looked at again for it. */
export type Asked = { look: Look; again: number };

/** Names that are reached at a port of this machine, by plain HTTP. For tests, which pass it in: no setting does. */
export type Rehearsal = Readonly<Record<string, number>>;

/** How the asking goes. */
export type Manner = {
  /** Who asks, with an address of ours where one can read about it. */
  userAgent: string;
  rehearsal?: Rehearsal;
};

export type AskJob = { cited: readonly Cited[]; manner: Manner };
