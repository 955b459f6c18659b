/** The journal acts of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'address.asked': 'asked to change the email address of {a person}',
  'address.changed': 'changed the email address of {a person}',
  'author.added': 'added a byline',
  'author.changed': 'changed the portrait or the biography of a byline',
  'author.linked': 'made a byline the own one of a person',
  'codes.renewed': 'made new recovery codes for {a person}',
  'editor.added': 'added {a person} to the team',
  'editor.disabled': 'disabled {a person}',
  'editor.enabled': 'enabled {a person}',
  'editor.invited': 'invited {a person}',
  'editor.renamed': 'changed the name of {a person}',
  'editor.role changed': 'changed the role of {a person}',
  'factor.added': 'set up two-factor authentication for {a person}',
  'factor.cleared': 'reset the two-factor authentication of {a person}',
  'factor.removed': 'removed a second factor of {a person}',
  'invitation.taken': 'accepted the invitation of {a person}',
  'password.changed': 'changed the password of {a person}',
  'password.given': 'set a new password for {a person}',
  'password.reset asked': 'recorded a request to reset the password of {a person}',
  'password.reset opened': 'made a password reset link for {a person}',
  'password.reset': 'reset the password of {a person}',
  'session.ended': 'ended a session',
  'session.second factor tried often': 'entered too many wrong second factors',
  'session.started': 'signed in',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
