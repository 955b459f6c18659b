import { isIP } from 'node:net';
import type { Actor } from '#core/actor.ts';
import { addressKey } from '#core/address-key.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Context } from './context.ts';

/** The caller's IP address: the socket's, or the one that the outermost of our own proxies saw, counted from the right. */
export function callerAddress(c: Context): string {
  const socket = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  return addressBehind(c.var.config, socket, c.req.header('x-forwarded-for'));
}

/** The same by the address of the socket and the header X-Forwarded-For. */
export function addressBehind(
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
  socket: string,
  header: string | undefined,
): string {
  if (trustedProxies === 0) return socket;
  const forwarded = (header ?? '').split(',').map((part) => part.trim());
  const claimed = forwarded.at(-trustedProxies) ?? '';
  return isIP(claimed) ? claimed : socket;
}

/** The rate-limit key of the caller's IP address. */
export function callerKey(c: Context): string {
  return addressKey(callerAddress(c));
}

/** The rate-limit key of an actor's writes: all tokens of one grant share it. */
export function actorKey(actor: Actor): string {
  return actor.kind === 'agent' ? `claim ${actor.claimId}` : actor.id;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether `origin` is this site: its base URL, or, when the site runs on loopback, another name of the loopback. */
export function isOwnOrigin(baseUrl: string, origin: string): boolean {
  if (origin === baseUrl) return true;
  const [base, other] = [URL.parse(baseUrl), URL.parse(origin)];
  if (!base || !other || other.origin !== origin) return false;
  return (
    base.protocol === other.protocol &&
    base.port === other.port &&
    LOOPBACK.has(base.hostname) &&
    LOOPBACK.has(other.hostname)
  );
}

/** Whether `Host` names this site, at any port; when the site runs on loopback, any name of the loopback does. */
export function isOwnHost({ publication, host: bound }: Config, host: string): boolean {
  const base = URL.parse(publication.baseUrl)?.hostname ?? '';
  const sent = URL.parse(`http://${host}`)?.hostname;
  if (sent === undefined) return false;
  return sent === base || (LOOPBACK.has(sent) && (LOOPBACK.has(base) || LOOPBACK.has(bound)));
}

/** Names that no reader types: of this machine, or of a private network, as a proxy may send them. */
const PRIVATE_NAME = /^[^.]+$|\.(?:localhost|local|internal)$/;

/**
 * Whether `Host` is another public name of this site, such as `www.`, whose readers are sent to the base address. Never for
 * an IP address or a private name, for `FURTHER_HOSTS`, or while the site itself runs on one of these.
 */
export function isOtherName({ publication, furtherHosts }: Config, host: string): boolean {
  const base = URL.parse(publication.baseUrl)?.hostname ?? '';
  const sent = URL.parse(`http://${host}`)?.hostname ?? base;
  if (sent === base || furtherHosts.includes(sent)) return false;
  return [base, sent].every((name) => isIP(name.replace(/^\[|\]$/g, '')) === 0 && !PRIVATE_NAME.test(name));
}

/** Whether a request with a cookie came from our own pages (Fetch Metadata, or `Origin` when that is missing). */
export function isSameOrigin(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  if (origin !== undefined && !isOwnOrigin(c.var.config.publication.baseUrl, origin)) return false;
  return site === undefined ? origin !== undefined : site === 'same-origin';
}
