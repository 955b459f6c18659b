import { bareHost } from './find-file.ts';
import type { HtmlAttributes } from './html-tokens.ts';

/** What is known about the article whose body is read. */
export type BodyContext = {
  /** The address of the old site, for relative addresses; null when it is unknown. */
  url: string | null;
  /** The headline: a first heading with the same words is left out. */
  title?: string;
  /**
   * The https address that a link gets, null for plain words. Called with each http or https address of a link. Without it https
   * addresses stay, and http addresses become plain words.
   */
  resolveLink?: (address: string) => string | null;
  /** The path inside the ZIP or folder of the picture at an address as it is written; null when it does not lie there. */
  findFile?: (address: string) => string | null;
};

/** In place of the address of the old site while nobody knows it, so that its own links are known as such. */
export const UNKNOWN_SITE = 'https://old-site.invalid/';

/** Ghost's place for the address of its site. */
const GHOST_URL = /^__GHOST_URL__/;

/** What Ghost wrote in place of the address of its site becomes the address, or, where nobody knows it, a path. */
export function withSite(given: string, siteUrl: string | null): string {
  return given.replaceAll('__GHOST_URL__', (siteUrl ?? '').replace(/\/$/, ''));
}

/** An http or https address, made absolute; null for every other. */
export function resolveAddress(given: string, { url }: Pick<BodyContext, 'url'>): string | null {
  const address = given.trim();
  if (address === '' || address.startsWith('#') || address.length > 2000) return null;
  const target = URL.parse(address.replace(GHOST_URL, (url ?? '').replace(/\/$/, '')), url ?? undefined);
  const isWeb = target !== null && /^https?:$/.test(target.protocol) && target.hostname !== '';
  return isWeb && !target.username && !target.password ? target.href : null;
}

/** The path of a picture on the previous site; null at another site, and for an address beside its page, whose folder nobody knows. */
export function oldPicturePath(given: string, siteUrl: string | null): string | null {
  const address = given.trim().replace(GHOST_URL, '');
  if (/^\/(?!\/)/.test(address)) return URL.parse(address, UNKNOWN_SITE)?.pathname ?? null;
  const [url, site] = [URL.parse(address), URL.parse(siteUrl ?? '')];
  return url && site && bareHost(url) === bareHost(site) ? url.pathname : null;
}

/** The target of a link in the article; null for plain words. */
export function linkTarget(address: string, { resolveLink }: BodyContext): string | null {
  const target = resolveLink ? resolveLink(address) : address;
  const url = target === null ? null : URL.parse(target);
  return url?.protocol === 'https:' && !url.username && !url.password && url.href.length <= 2000 ? url.href : null;
}

/** The address of a picture: programs that load pictures late keep it in another attribute. */
export function pictureAddress(attributes: HtmlAttributes): string {
  const given = ['src', 'data-src', 'data-lazy-src', 'data-original'].map((name) => attributes.get(name)?.trim() ?? '');
  const first = (attributes.get('srcset') ?? '').trim().split(/[\s,]/, 1)[0] ?? '';
  return [...given, first].find((address) => address !== '' && !address.startsWith('data:')) ?? given[0] ?? '';
}

/** The address that an element of another site shows, from its attributes. */
export function embedAddress(attributes: HtmlAttributes): string {
  const plain = ['src', 'data-src', 'data', 'data-video-url', 'cite', 'action'].map(
    (name) => attributes.get(name) ?? '',
  );
  const given = plain.find((value) => value.trim() !== '');
  if (given !== undefined) return given;
  const packed = attributes.get('data-attrs') ?? '';
  const address = /"(?:url|src|canonical_url)":"(https?:[^"]{1,1000})"/.exec(packed)?.[1];
  if (address !== undefined) return address.replaceAll('\\/', '/');
  const video = /"videoId":"([\w-]{1,40})"/.exec(packed)?.[1];
  return video === undefined ? '' : `https://www.youtube.com/watch?v=${video}`;
}
