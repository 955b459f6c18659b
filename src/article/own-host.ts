/** The host of this site while its address is http, such as on the computer of a developer; null once it is https. */
let httpHost: string | null = null;

/** Keeps the address of the site for the process. */
export function useSiteAddress(baseUrl: string): void {
  const url = URL.parse(baseUrl);
  httpHost = url?.protocol === 'http:' ? url.host : null;
}

/**
 * The address that a link of a text leads to here. Texts have https links only, also to the site itself; while the site answers by
 * http alone, those links lead there.
 */
export function linkHere(href: string): string {
  return httpHost !== null && href.startsWith(`https://${httpHost}/`) ? `http:${href.slice('https:'.length)}` : href;
}
