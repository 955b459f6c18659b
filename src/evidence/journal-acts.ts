/** The acts that the journal has of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'figure.confirmed': 'confirmed a figure of {an article}',
  'figure.opened': 'reopened a figure of {an article}',
  'figure.proposed': 'proposed how to settle a figure of {an article}',
  'figure.refused': 'refused how a figure was settled in {an article}',
  'figure.settled': 'settled a figure of {an article}',
  'figures.exempted': 'exempted figures of {an article}',
  'figures.lookup_asked': 'had the sources of figures of {an article} opened',
  'figures.look_again': 'found missing or changed sources of figures of {an article}',
  'figures.proposed': 'proposed how to settle figures of {an article}',
  'figures.settled': 'settled figures of {an article}',
  'source.archived': 'stored an archived copy of a source of {an article}',
  'source.archive_removed': 'removed the archived copy of a source of {an article}',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
