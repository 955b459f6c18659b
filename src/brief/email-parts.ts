import type { CompleteEmail } from '#capability.ts';
import { WITH_SUBSCRIBER_LINK } from './subscribers/emails.ts';
import { addLinkSecret } from './subscribers/links.ts';

/** Adds the links of subscribers. */
export const completeEmail: CompleteEmail = async (deps, email) =>
  WITH_SUBSCRIBER_LINK.includes(email.about) ? addLinkSecret(deps, email) : email.text;
