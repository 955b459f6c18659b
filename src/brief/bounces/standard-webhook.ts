import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { findStatusCode, kindOf } from './classify.ts';
import type { BounceReport } from './record-bounce.ts';
import { type Reported, subscriberOf, unsigned } from './webhook.ts';

// Reports by any program, signed as in Standard Webhooks 1.0.0.

/** Seconds that the time of a message may differ from ours. */
const TOLERANCE = 300;

type SignedMessage = { id: string; timestamp: string; signature: string; body: Uint8Array };

/** Checks the signature and the time of a message. @throws unauthorized */
export function requireStandardSignature(secret: string, message: SignedMessage, clock: number): void {
  const { id, timestamp, signature, body } = message;
  const age = Math.abs(clock / 1000 - Number(timestamp));
  if (id === '' || !/^\d{1,12}$/.test(timestamp) || age > TOLERANCE) throw unsigned('its time is not within 5 minutes');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isValid = signature.split(' ').some((part) => {
    const given = part.startsWith('v1,') ? Buffer.from(part.slice(3), 'base64') : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isValid) throw unsigned('its signature does not fit');
}

export const standardEventSchema = z.object({
  type: z.enum(['bounce.hard', 'bounce.soft', 'bounce', 'complaint']),
  data: z.object({
    /** The envelope sender of the delivery, or the address of the subscriber. */
    sender: z.string().max(320).optional(),
    recipient: z.string().max(320).optional(),
    /** The enhanced status code or the whole reply of the mail server. */
    code: z.string().max(1000).optional(),
  }),
});

/** The report of a message; `type: 'bounce'` is classified by its code. */
export function readStandardEvent(
  { type, data }: z.output<typeof standardEventSchema>,
  id: string,
  bounceHost: string | null,
): Reported {
  const code = findStatusCode(data.code ?? '');
  const kinds = { 'bounce.hard': 'hard', 'bounce.soft': 'soft', complaint: 'complaint' } as const;
  const kind: BounceReport['kind'] = type === 'bounce' ? kindOf(code ?? '') : kinds[type];
  const whom = subscriberOf({ sender: data.sender, recipient: data.recipient }, bounceHost);
  return whom ? [{ ...whom, kind, code, source: 'webhook', id }] : [];
}
