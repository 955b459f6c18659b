/** The journal acts of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'picture.added': 'added {a picture} to the library',
  'picture.deleted': 'deleted {a picture} from the library',
  'picture.described': 'changed the description of {a picture}',
  'picture.file_changed': 'changed a file of {a picture} for the dark or for phones',
  'picture.replaced': 'replaced the file of {a picture}',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
