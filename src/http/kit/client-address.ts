import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import type { Actor } from '../../core/actor.ts';
import { addressKey } from '../../core/address-key.ts';
import type { Context } from './context.ts';

/** The caller's address: the socket's, or what the outermost of our own proxies saw, counted from the right. */
export function callerAddress(c: Context): string {
  const socket = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  const proxies = c.var.config.trustedProxies;
  if (proxies === 0) return socket;
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  const claimed = forwarded.at(-proxies) ?? '';
  return isIP(claimed) ? claimed : socket;
}

/** What limits count the caller's address under. */
export function callerKey(c: Context): string {
  return addressKey(callerAddress(c));
}

/** What limits count the writes of an actor under: all tokens of one grant together. */
export function actorKey(actor: Actor): string {
  return actor.kind === 'agent' ? `claim ${actor.claimId}` : actor.id;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether `origin` is this house: its base address, or another name of the loopback where the house is on loopback. */
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

/** Whether a `Host` names this house, at whatever port; where it stands on loopback, any name of the loopback does. */
export function isOwnHost({ publication, host: bound }: Config, host: string): boolean {
  const base = URL.parse(publication.baseUrl)?.hostname ?? '';
  const sent = URL.parse(`http://${host}`)?.hostname;
  if (sent === undefined) return false;
  return sent === base || (LOOPBACK.has(sent) && (LOOPBACK.has(base) || LOOPBACK.has(bound)));
}

/** Whether a request that carries a cookie came from our own pages (Fetch Metadata; `Origin` where there is none). */
export function isSameOrigin(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  if (origin !== undefined && !isOwnOrigin(c.var.config.publication.baseUrl, origin)) return false;
  return site === undefined ? origin !== undefined : site === 'same-origin';
}
