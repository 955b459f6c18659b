/** The User-Agent of this site's requests, with the page of the site that describes them. */
export function userAgentOf(baseUrl: string, page: `/${string}`): string {
  return `plumbline (+${baseUrl}${page})`;
}
