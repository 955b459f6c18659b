/**
 * The kinds of email in the outbox. Each capability adds its own to this interface, beside its list `emailKinds`. Stored rows have
 * older kinds too.
 */
// biome-ignore lint/suspicious/noEmptyInterface: capabilities extend it
export interface EmailKinds {}

export type EmailKind = keyof EmailKinds & string;
