/** The journal acts of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'figure.confirmed': 'confirmed a number of {an article}',
  'figure.opened': 'reopened a number of {an article}',
  'figure.proposed': 'proposed how to settle a number of {an article}',
  'figure.refused': 'refused how a number was settled in {an article}',
  'figure.settled': 'settled a number of {an article}',
  'figures.exempted': 'exempted numbers of {an article}',
  'figures.lookup_asked': 'had the sources of numbers of {an article} opened',
  'figures.look_again': 'found missing or changed sources of numbers of {an article}',
  'figures.proposed': 'proposed how to settle numbers of {an article}',
  'figures.settled': 'settled numbers of {an article}',
  'source.archived': 'stored an archived copy of a source of {an article}',
  'source.archive_removed': 'removed the archived copy of a source of {an article}',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
