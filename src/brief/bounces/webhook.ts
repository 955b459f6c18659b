import { readEmailAddress } from '#brief/subscribers/email-address.ts';
import { Failure } from '#core/failure.ts';
import { parseBounceAddress } from './bounce-address.ts';
import type { BounceReport } from './record-bounce.ts';

// What the webhooks of mail services share.

/** The reports of one message: none when it is about another email, or nothing failed. */
export type Reported = BounceReport[];

type Whom = Pick<BounceReport, 'subscriber' | 'day'>;

/** The subscriber and the brief: by the envelope sender where it is ours, else by the address of the recipient. */
export function subscriberOf(
  { sender, recipient }: { sender?: string | undefined; recipient?: string | undefined },
  bounceHost: string | null,
): Whom | null {
  const named = bounceHost === null ? null : parseBounceAddress(sender ?? '', bounceHost);
  if (named) return { subscriber: { tokenHash: named.tokenHash }, day: named.day };
  try {
    return { subscriber: { addressKey: readEmailAddress(recipient ?? '').key }, day: null };
  } catch {
    return null;
  }
}

/** The error for a message whose sender is not proved. */
export function unsigned(why: string): Failure {
  return new Failure('unauthorized', `The message is not accepted: ${why}.`, {
    hint: 'Check the secret of the webhook in the settings of the site and of the sender.',
  });
}
