import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type BounceKind, findStatusCode } from './classify.ts';
import { type Reported, subscriberOf, unsigned } from './webhook.ts';

// Reports of Postmark: the webhooks Bounce and SpamComplaint, with HTTP Basic authentication.

/** Checks the name and password. @throws unauthorized */
export function requireBasicLogin(login: string, authorization: string | undefined): void {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? '') ?? [];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(hash(Buffer.from(encoded, 'base64').toString()), hash(login)))
    throw unsigned('its name or password is wrong');
}

export const postmarkEventSchema = z.object({
  RecordType: z.string().max(100),
  Type: z.string().max(100).optional(),
  ID: z.union([z.number(), z.string().max(100)]),
  Email: z.string().max(320),
  Details: z.string().max(5000).optional(),
});

const HARD_TYPES = new Set(['HardBounce', 'BadEmailAddress']);
const POLICY_TYPES = new Set(['SpamNotification', 'Blocked', 'DMARCPolicy', 'ManuallyDeactivated', 'SMTPApiError']);
const SOFT_TYPES = new Set(['SoftBounce', 'DnsError', 'Undeliverable']);

export function readPostmarkEvent(event: z.output<typeof postmarkEventSchema>): Reported {
  const kind = kindOfEvent(event);
  const whom = subscriberOf({ recipient: event.Email }, null);
  if (!kind || !whom) return [];
  return [{ ...whom, kind, code: findStatusCode(event.Details ?? ''), source: 'postmark', id: String(event.ID) }];
}

/** Every other type, such as an auto-responder or an address change, is no failure. */
function kindOfEvent({ RecordType, Type = '' }: z.output<typeof postmarkEventSchema>): BounceKind | null {
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return 'complaint';
  if (RecordType !== 'Bounce') return null;
  if (HARD_TYPES.has(Type)) return 'hard';
  if (POLICY_TYPES.has(Type)) return 'policy';
  return SOFT_TYPES.has(Type) ? 'soft' : null;
}
