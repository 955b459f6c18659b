import { siteSnapshot } from '#runtime/site-snapshot.ts';

/**
 * The address that a link of a text leads to here. Texts have https links only, also to the site itself; while the site answers by
 * http alone, those links lead there.
 */
export function linkHere(href: string): string {
  const { httpHost } = siteSnapshot();
  return httpHost !== null && href.startsWith(`https://${httpHost}/`) ? `http:${href.slice('https:'.length)}` : href;
}
