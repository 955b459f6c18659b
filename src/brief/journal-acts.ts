/** The acts that the journal has of this capability, in words: see src/runtime/journal-acts.ts. */
export const journalActs = {
  'brief.approval_taken_back': 'took back the approval of {a brief}',
  'brief.approved': 'approved {a brief}',
  'brief.begun': 'began {a brief}',
  'brief.figure_opened': 'reopened a number of {a brief}',
  'brief.figure_settled': 'settled a number of {a brief}',
  'brief.held': 'paused {a brief}',
  'brief.key_made': 'made a DKIM key for the Field Brief',
  'brief.released': 'resumed {a brief}',
  'brief.saved': 'saved a revision of {a brief}',
  'brief.scheduled': 'scheduled {a brief}',
  'brief.refused_again': 'sent {a brief} again to those whose mail server refused it',
  'brief.send_again': 'had uncertain deliveries of {a brief} sent again',
  'brief.sending': 'began to send {a brief}',
  'brief.sent': 'sent {a brief}',
  'brief.uncertain_left': 'left uncertain deliveries of {a brief} as they are',
  'brief.tested': 'sent a test email of {a brief}',
  'subscriber.erased': 'erased the address of {a subscriber}',
  'subscriber.suppressed': 'suppressed {a subscriber}',
  'subscriber.suppression_undone': 'undid the suppression of {a subscriber}',
  'subscribers.exported': 'exported the subscribers',
  'subscribers.imported': 'imported subscribers',
} as const satisfies Record<string, string>;

declare module '#runtime/journal-acts.ts' {
  interface JournalActs extends Record<keyof typeof journalActs, string> {}
}
