import * as z from 'zod';
import { text } from '#core/text.ts';

/** The `grant_type` that redeems a claim at the token route. It is our own grant, not the device grant of RFC 8628. */
export const CLAIM_GRANT = 'urn:example:agent-auth:grant-type:claim';

/** The `type` of an identity request: a person of this service vouches for the agent. */
export const IDENTITY_TYPE = 'service_auth';

const LONGEST = 320;

/** Which editor the agent asks for: an email address or a few words. It proves nothing. */
export const loginHint = z
  .string({ error: 'must be a string' })
  .trim()
  .meta({ maxLength: LONGEST })
  .pipe(text({ max: LONGEST }));

/**
 * Whether a field or parameter was sent more than once, other than `allowed`. The time is linear in their number: a caller can
 * send thousands.
 */
export function hasRepeated(sent: URLSearchParams, allowed?: string): boolean {
  const names = [...sent.keys()].filter((name) => name !== allowed);
  return new Set(names).size < names.length;
}
