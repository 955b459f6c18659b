/** The journal acts of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'restored.released': 'let emails, ads and webhooks go on after a restore',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
