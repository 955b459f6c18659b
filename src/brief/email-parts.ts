import type { CompleteEmail } from '#http/capability.ts';
import { WITH_SUBSCRIBER_LINK } from './subscribers/emails.ts';
import { addLinkSecret } from './subscribers/links.ts';

export const emailKinds = ['brief.confirm', 'brief.erase', 'brief.known', 'brief.paused', 'brief.test'] as const;

declare module '#runtime/mail/email-kinds.ts' {
  interface EmailKinds extends Record<(typeof emailKinds)[number], string> {}
}

/** Adds the links of subscribers. */
export const completeEmail: CompleteEmail = async (deps, email) =>
  WITH_SUBSCRIBER_LINK.includes(email.about) ? addLinkSecret(deps, email) : email.text;
