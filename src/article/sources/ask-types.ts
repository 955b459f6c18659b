/** A cited address, and the words of it that settlements quote. */
export type CitedSource = { url: string; quotes: readonly string[] };

/**
 * What came of asking: `here` with the quotes that were not found in its text, which is null where the text could not be
 * read to its end or is none; `gone` where it answers that there is nothing, or its name is no name; else why it could not
 * be told.
 */
export type SourceResult =
  | { url: string; state: 'here'; status: number; missing: string[] | null }
  | { url: string; state: 'gone'; status: number | null; trouble: string }
  | { url: string; state: 'unknown'; status: number | null; trouble: string };

/** An address that was asked, and how many figures have to be looked at again for it. */
export type CheckedSource = { look: SourceResult; again: number };

/** Names that are reached at a port of this machine, by plain HTTP. For tests, which pass it in: no setting does. */
export type LocalPorts = Readonly<Record<string, number>>;

/** How the asking goes. */
export type FetchOptions = {
  /** Who asks, with an address of ours where one can read about it. */
  userAgent: string;
  rehearsal?: LocalPorts;
};

export type SourceCheckJob = { cited: readonly CitedSource[]; manner: FetchOptions };
