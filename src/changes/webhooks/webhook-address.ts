import { isIP } from 'node:net';
import { Failure } from '#core/failure.ts';
import { isPublicAddress } from '#runtime/fetch-page.ts';

/** Longest address of a webhook. */
export const LONGEST_ADDRESS = 500;

/** The address as the server will call it. @throws validation_failed when messages could not be sent there */
export function readWebhookAddress(text: string, ownHost: string): string {
  const url = URL.parse(text);
  if (!url || text.length > LONGEST_ADDRESS || /[\s\p{Cc}]/u.test(text))
    throw wrong(`Give a whole address of at most ${LONGEST_ADDRESS} characters, such as https://example.org/hook.`);
  if (url.protocol !== 'https:') throw wrong('Messages go only to https addresses.');
  if (url.username || url.password || url.hash)
    throw wrong('Leave out the user name, the password and the part after #.');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLocal = isIP(host) ? !isPublicAddress(host) : !host.includes('.') || LOCAL.test(host);
  if (isLocal) throw wrong('Its host is not on the public network.');
  if (host === ownHost) throw wrong('This is the address of this site.');
  return url.href;
}

/** Names that never lead to the public network (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL = /\.(?:localhost|local|internal|intranet|home\.arpa|invalid|test|onion)$/i;

function wrong(hint: string): Failure {
  return new Failure('validation_failed', 'This address cannot be used.', { hint });
}
