import type { CdnSettings, TagHeader } from '#config/cdn-config.ts';
import type { PublicResponse } from './public-response.ts';
import { tagsOf } from './tags.ts';

/**
 * The headers for caches in front of the server: by setting, the tags of the response, and how long a cache that is purged by
 * tags may keep it. A response with a `Cache-Control` of its own keeps that one. One that names nothing in `about` has the tag of
 * the whole site alone, because its page has the name of the magazine, and no cache may keep it longer than readers do.
 */
export function cdnHeaders(
  { tagHeaders, maxAge, surrogateControl }: CdnSettings,
  { about, purgedWith = about, headers }: PublicResponse,
): Record<string, string> {
  if (tagHeaders.length === 0) return {};
  const tags = tagsOf(purgedWith ?? []);
  const hasOwnAge = purgedWith === undefined || headers?.['Cache-Control'] !== undefined;
  return {
    ...Object.fromEntries(tagHeaders.map((header) => [NAMES[header], joinTags(header, tags)])),
    ...(maxAge > 0 && !hasOwnAge && { 'CDN-Cache-Control': `max-age=${maxAge}` }),
    ...(maxAge > 0 && !hasOwnAge && surrogateControl && { 'Surrogate-Control': `max-age=${maxAge}` }),
  };
}

const NAMES: Record<TagHeader, string> = {
  'cache-groups': 'Cache-Groups',
  'surrogate-key': 'Surrogate-Key',
  'cache-tag': 'Cache-Tag',
  xkey: 'xkey',
};

/** `Cache-Groups` is a list of strings (RFC 9651, 3.1); Cloudflare separates by commas, the others by spaces. */
function joinTags(header: TagHeader, tags: readonly string[]): string {
  if (header === 'cache-groups') return tags.map((tag) => `"${tag}"`).join(', ');
  return tags.join(header === 'cache-tag' ? ',' : ' ');
}
