import { UNKNOWN_SITE } from '#exchange/import/read/body-context.ts';
import { bareHost } from '#exchange/import/read/find-file.ts';

/** The https address that a link has here, or null for plain words. */
export type ResolveLink = (address: string) => string | null;

/** Whether an address is one of the site that the articles come from. */
export function isOwnAddress(address: string, siteUrl: string | null): boolean {
  const [url, site] = [URL.parse(address), URL.parse(siteUrl ?? UNKNOWN_SITE)];
  return url !== null && site !== null && bareHost(url) === bareHost(site);
}

/** What is known without the other articles and other servers: only https addresses of other sites stay. */
export function resolveKnown(address: string, siteUrl: string | null): string | null {
  return isOwnAddress(address, siteUrl) || !address.startsWith('https://') ? null : address;
}

/** An address for people: a path where nobody knows the address of the site. */
export function shownAddress(address: string): string {
  return address.startsWith(UNKNOWN_SITE) ? address.slice(UNKNOWN_SITE.length - 1) : address;
}
