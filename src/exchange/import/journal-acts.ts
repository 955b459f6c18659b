/** The acts that the journal has of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'import.archive_chosen': 'chose that the articles of {an import} go live as an archive',
  'import.archive_undone': 'chose that the articles of {an import} become drafts',
  'import.ended': 'ended {an import}',
  'import.looked': 'looked at the file of {an import}',
  'import.planned': 'changed the plan of {an import}',
  'import.removed': 'removed {an import}',
  'import.started': 'started {an import}',
  'redirects.imported': 'imported redirects',
  // Nothing writes these two now; old rows have them.
  'import.restore_chosen': 'chose that {an import} brings an export back as it was',
  'import.restore_undone': 'chose that {an import} files drafts',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
