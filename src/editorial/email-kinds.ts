export const emailKinds = ['mention', 'schedule.failed', 'turn'] as const;

declare module '#runtime/mail/email-kinds.ts' {
  interface EmailKinds extends Record<(typeof emailKinds)[number], string> {}
}
