import http from 'node:http';
import https from 'node:https';
import type { Purger } from '#config/cdn-config.ts';
import { SITE_TAG } from '#http/cache/tags.ts';

// What each kind of cache is asked to remove its stored responses with.

/** What to remove: responses with one of these tags; for a cache without tags the responses at these paths. */
export type Purge = { tags: readonly string[]; paths: readonly string[] };

/** Tags in one request: Cloudflare takes 100, Fastly 256, and Varnish 8 kB in one header. */
const MOST_TAGS = 100;
/** Above this many tags, everything is removed by the tag that every response has. */
const MANY_TAGS = 300;
/** Milliseconds for one request. */
const TIMEOUT = 5000;
/** Requests for paths that are sent at once. */
const AT_ONCE = 8;

/** A purge that a cache did not accept. The message names no secret. */
export class PurgeRefused extends Error {
  /** Seconds after which the cache wants to be asked again; 0 when it does not say. */
  readonly retryAfter: number;
  constructor(reason: string, retryAfter = 0) {
    super(reason);
    this.retryAfter = retryAfter;
  }
}

/** The name of a cache in logs, metrics and its row of the database. */
export function nameOf(purger: Purger): string {
  if (purger.kind === 'varnish' || purger.kind === 'urls') return `${purger.kind} ${purger.address}`;
  return purger.kind;
}

/** Asks a cache to remove responses; `host` is the host of the site. @throws PurgeRefused */
export async function sendPurge(purger: Purger, { tags, paths }: Purge, host: string): Promise<void> {
  if (purger.kind === 'urls') return purgePaths(purger.address, paths, host);
  const all = tags.length > MANY_TAGS ? [SITE_TAG] : tags;
  for (let at = 0; at < all.length; at += MOST_TAGS) await send(tagRequest(purger, all.slice(at, at + MOST_TAGS)));
}

type Sent = { url: string; method: string; headers: Record<string, string>; body?: string };

function tagRequest(purger: Exclude<Purger, { kind: 'urls' }>, tags: readonly string[]): Sent {
  switch (purger.kind) {
    case 'varnish': {
      const headers = { 'xkey-purge': tags.join(' '), ...(purger.secret && { 'X-Purge-Secret': purger.secret }) };
      return { url: `${purger.address}/`, method: 'PURGE', headers };
    }
    case 'fastly': {
      const headers = { 'Fastly-Key': purger.token, 'Surrogate-Key': tags.join(' '), Accept: 'application/json' };
      return { url: `${purger.api}/service/${purger.service}/purge`, method: 'POST', headers };
    }
    case 'cloudflare': {
      const headers = { Authorization: `Bearer ${purger.token}`, 'Content-Type': 'application/json' };
      const url = `${purger.api}/zones/${purger.zone}/purge_cache`;
      return { url, method: 'POST', headers, body: JSON.stringify({ tags }) };
    }
  }
}

async function purgePaths(address: string, paths: readonly string[], host: string): Promise<void> {
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const purge = (path: string) => send({ url: address + path, method: 'PURGE', headers: { Host: host } }, [404, 412]);
    await Promise.all(some.map(purge));
  }
}

/** `known` are statuses other than 2xx that mean that the cache had nothing to remove. @throws PurgeRefused */
function send({ url, method, headers, body = '' }: Sent, known: readonly number[] = []): Promise<void> {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const length = { 'Content-Length': Buffer.byteLength(body) };
    const given = { method, headers: { ...headers, ...length }, signal: AbortSignal.timeout(TIMEOUT) };
    const asked = request(url, given, (answer) => {
      answer.resume().on('error', () => {});
      const { statusCode = 0 } = answer;
      if ((statusCode >= 200 && statusCode < 300) || known.includes(statusCode)) return resolve();
      const seconds = Number(answer.headers['retry-after']);
      reject(new PurgeRefused(`it answered ${statusCode}`, Number.isFinite(seconds) ? seconds : 0));
    });
    asked.on('error', ({ name, code, message }: NodeJS.ErrnoException) =>
      reject(new PurgeRefused(name === 'AbortError' ? 'no answer in 5 s' : (code ?? message))),
    );
    asked.end(body);
  });
}
