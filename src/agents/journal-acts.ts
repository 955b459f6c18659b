/** The acts that the journal has of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'agents.stopped': 'stopped all agents',
  'claim.approved': 'approved the access request of {an agent}',
  'claim.denied': 'refused the access request of {an agent}',
  'claim.opened': 'recorded the access request of {an agent}',
  'claim.revoked': 'revoked the access of {an agent}',
  'token.issued': 'issued a token to an agent',
  'token.revoked': 'revoked a token of an agent',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
