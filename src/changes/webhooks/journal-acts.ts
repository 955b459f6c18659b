/** The acts that the journal has of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'webhook.added': 'added {a webhook}',
  'webhook.removed': 'removed {a webhook}',
  'webhook.rotated': 'rotated the secret of {a webhook}',
  'webhook.switched_off': 'disabled {a webhook}',
  'webhook.switched_on': 'enabled {a webhook}',
  'webhook.tested': 'sent a test message to {a webhook}',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
