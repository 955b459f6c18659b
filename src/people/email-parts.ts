import type { CompleteEmail } from '#capability.ts';
import { addSecret, isLinkEmail } from './emails.ts';

/** Adds the one-time links of people. */
export const completeEmail: CompleteEmail = async (deps, email) =>
  isLinkEmail(email.about) ? addSecret(deps, email) : email.text;
