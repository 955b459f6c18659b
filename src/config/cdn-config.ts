import type { Settings } from './env.ts';

// The settings about caches in front of the server, in the shape that the code uses.

/** The headers that can carry the tags of a response. */
export const TAG_HEADERS = ['cache-groups', 'surrogate-key', 'cache-tag', 'xkey'] as const;
export type TagHeader = (typeof TAG_HEADERS)[number];

/** A cache in front of the server, which the server purges after each change. The kind `urls` purges by address, without tags. */
export type Purger =
  | { kind: 'varnish'; address: string; secret: string | null }
  | { kind: 'fastly'; service: string; token: string; api: string }
  | { kind: 'cloudflare'; zone: string; token: string; api: string }
  | { kind: 'urls'; address: string };

export type CdnSettings = {
  /** The headers with tags that public responses have; none by default. */
  tagHeaders: readonly TagHeader[];
  /** Seconds for which a cache that is purged may keep a tagged response; 0 sends nothing about it. */
  maxAge: number;
  /** Whether Fastly gets this time: it does not know `CDN-Cache-Control`. */
  surrogateControl: boolean;
  purgers: readonly Purger[];
};

/** The header that each kind of cache finds tags in. */
const HEADER_OF = { varnish: 'xkey', fastly: 'surrogate-key', cloudflare: 'cache-tag', urls: null } as const;

/** @throws Error when an address is wrong, or a token is missing */
export function readCdnSettings(env: Settings): CdnSettings {
  const purgers = Object.freeze([...varnishes(env), ...fastly(env), ...cloudflare(env), ...byUrl(env)]);
  const tagHeaders = new Set<TagHeader>(env.CDN_TAGS);
  for (const { kind } of purgers) if (HEADER_OF[kind] !== null) tagHeaders.add(HEADER_OF[kind]);
  const byTags = purgers.some(({ kind }) => kind !== 'urls');
  return Object.freeze({
    tagHeaders: Object.freeze([...tagHeaders]),
    maxAge: tagHeaders.size > 0 ? (env.CDN_MAX_AGE ?? (byTags ? 600 : 0)) : 0,
    surrogateControl: tagHeaders.has('surrogate-key'),
    purgers,
  });
}

function varnishes(env: Settings): Purger[] {
  const addresses = readAddresses('PURGE_VARNISH', env.PURGE_VARNISH);
  return addresses.map((address) => ({ kind: 'varnish', address, secret: env.PURGE_VARNISH_SECRET ?? null }));
}

function fastly(env: Settings): Purger[] {
  const { PURGE_FASTLY: service, PURGE_FASTLY_TOKEN: token } = env;
  if (!service) return [];
  if (!token) throw new Error('PURGE_FASTLY needs PURGE_FASTLY_TOKEN: an API token that may purge the service.');
  return [{ kind: 'fastly', service, token, api: 'https://api.fastly.com' }];
}

function cloudflare(env: Settings): Purger[] {
  const { PURGE_CLOUDFLARE: zone, PURGE_CLOUDFLARE_TOKEN: token } = env;
  if (!zone) return [];
  if (!token)
    throw new Error('PURGE_CLOUDFLARE needs PURGE_CLOUDFLARE_TOKEN: an API token with Cache Purge for the zone.');
  return [{ kind: 'cloudflare', zone, token, api: 'https://api.cloudflare.com/client/v4' }];
}

function byUrl(env: Settings): Purger[] {
  return readAddresses('PURGE_URLS', env.PURGE_URLS).map((address) => ({ kind: 'urls', address }));
}

/** Reads origins such as `http://10.0.0.5:6081`, separated by commas. */
function readAddresses(name: string, given: string | undefined): string[] {
  return (given?.split(',') ?? []).map((part) => {
    const url = URL.parse(part.trim());
    const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username;
    if (!isOrigin) throw new Error(`${name} must be addresses such as http://10.0.0.5:6081, separated by commas.`);
    return url.origin;
  });
}
