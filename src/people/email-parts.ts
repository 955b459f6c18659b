import type { CompleteEmail } from '#http/capability.ts';
import { ACCOUNT_EMAILS, addSecret, isLinkEmail } from './emails.ts';

export const emailKinds = ACCOUNT_EMAILS;

/** Adds the one-time links of people. */
export const completeEmail: CompleteEmail = async (deps, email) =>
  isLinkEmail(email.about) ? addSecret(deps, email) : email.text;
