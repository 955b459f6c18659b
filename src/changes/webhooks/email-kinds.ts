export const emailKinds = ['webhook off'] as const;

declare module '#runtime/mail/email-kinds.ts' {
  interface EmailKinds extends Record<(typeof emailKinds)[number], string> {}
}
