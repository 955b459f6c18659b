import { z } from 'zod';
import { text } from '../core/text.ts';

/** The grant by which a claim is redeemed at the token route. A name of our own: it is not the device grant of RFC 8628. */
export const CLAIM_GRANT = 'urn:example:agent-auth:grant-type:claim';

/** What an agent may ask to be let in by: a person of this service vouches for it. */
export const IDENTITY_TYPE = 'service_auth';

const LONGEST = 320;

/** What a program says of whom it wants to be let in by: an e-mail address or a few words, never proof of anything. */
export const loginHint = z
  .string({ error: 'must be a string' })
  .trim()
  .meta({ maxLength: LONGEST })
  .pipe(text({ max: LONGEST }));
