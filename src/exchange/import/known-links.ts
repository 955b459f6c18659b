import { bareHost } from '../read/find-file.ts';

/** The https address that a link has here, or null for plain words. */
export type ResolveLink = (address: string) => string | null;

/** Whether an address is one of the site that the articles come from. */
export function isOwnAddress(address: string, siteUrl: string | null): boolean {
  const [url, site] = [URL.parse(address), siteUrl === null ? null : URL.parse(siteUrl)];
  return url !== null && site !== null && bareHost(url) === bareHost(site);
}

/** What is known without the other articles and other servers: only https addresses of other sites stay. */
export function resolveKnown(address: string, siteUrl: string | null): string | null {
  return isOwnAddress(address, siteUrl) || !address.startsWith('https://') ? null : address;
}
