/** The acts that the journal has of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'contact.changed': 'changed the contact address',
  'section.added': 'added {a section}',
  'section.changed': 'changed the words of {a section}',
  'section.checklist': 'changed the checklist of {a section}',
  'section.ordered': 'moved {a section} in the order of sections',
  'section.readdressed': 'gave {a section} another address',
  'section.reopened': 'opened {a section} again',
  'section.retired': 'retired {a section}',
  'site.changed': 'changed the settings of the site',
  'site.key_rotated': 'made another key that encrypts the secrets of the site',
  'site.keys_moved': 'encrypted the keys of the site with a key outside of the database',
  'site.steps_skipped': 'skipped the first steps of the site',
  // Nothing writes this one now; old rows have it.
  'section.restored': 'brought the sections of an export back',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
