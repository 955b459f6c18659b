import * as z from 'zod';
import { text } from '#core/text.ts';
import { isOwnOrigin } from '#http/client-address.ts';

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

/**
 * The resources of this site that a client names, in the form of its metadata (RFC 8707, 2; RFC 6749, 3.1). Clients write the
 * same address with a slash at its end, a query, the default port or capitals. Null when it names another resource.
 */
export function readResources(baseUrl: string, sent: URLSearchParams): readonly string[] | null {
  const resources = sent
    .getAll('resource')
    .filter((resource) => resource !== '')
    .map((resource) => readResource(baseUrl, resource));
  return resources.includes(null) ? null : resources.filter((resource) => resource !== null);
}

function readResource(baseUrl: string, resource: string): string | null {
  const url = resource.includes('#') ? null : URL.parse(resource);
  if (!url || url.username || url.password || !isOwnOrigin(baseUrl, url.origin)) return null;
  const path = url.pathname.replace(/\/+$/, '');
  return path === '' || path === '/api/mcp' ? baseUrl + path : null;
}
