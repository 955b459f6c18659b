// Links in the pages of a static site. The pages are our own: every attribute is in double quotes.

/** An element with an address, and the attribute in it. */
const LINK = /<(a|link|img|source|script|iframe|meta)\b[^>]*>/g;
const ADDRESS = /\s(href|src|srcset)="([^"]*)"/g;

/** The addresses of this site that a page links to, without fragments. */
export function linksIn(page: string, baseUrl: string): Set<string> {
  const paths = new Set<string>();
  for (const [tag] of page.matchAll(LINK))
    for (const [, name, value = ''] of tag.matchAll(ADDRESS))
      for (const link of name === 'srcset' ? candidates(value) : [value]) {
        const address = addressOf(link, baseUrl);
        if (address !== null) paths.add(address.path);
      }
  return paths;
}

/** Pages for readers that only a server can answer. */
const LIVE_ONLY = /^\/(?:search|quote|brief\/subscribe|advertise\/(?:check|inquiry))(?:[/?]|$)/;
/** A form of our own pages; no form is in another. */
const FORM = /<form\b([^>]*)>[\s\S]*?<\/form>/g;
const BUTTON = /<button\b[^>]*>([^<]*)<\/button>/;

/**
 * A form that asks leads to the live site. One that sends has to come from there: in its place is a link to its page on the live site,
 * whose address is `at`.
 */
function rewriteForms(page: string, baseUrl: string, at: string): string {
  return page.replace(FORM, (form: string, attributes: string) => {
    const action = / action="(\/[^"]*)"/.exec(attributes)?.[1];
    if (action === undefined) return form;
    if (!/ method="post"/.test(attributes)) return form.replace(` action="${action}"`, ` action="${baseUrl}${action}"`);
    const words = BUTTON.exec(form)?.[1]?.trim() || 'On the live site';
    return `<p><a href="${baseUrl}${action === '/brief/subscribe' ? action : at}">${words}</a></p>`;
  });
}

/**
 * Rewrites each link to the file of its address. What only a server can answer leads to the live site; every other link without a file
 * loses its address, and a `link` element goes. `at`: the address of the page.
 */
export function rewriteLinks(
  whole: string,
  { baseUrl, at, fileOf }: { baseUrl: string; at: string; fileOf: (address: string) => string | null },
): string {
  const page = rewriteForms(whole, baseUrl, at);
  return page.replace(LINK, (tag: string, element: string) => {
    let isLost = false;
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each kind of address
    const rewritten = tag.replace(ADDRESS, (attribute: string, name: string, value: string) => {
      if (name === 'srcset') return attribute; // files of pictures keep their addresses
      const address = addressOf(value, baseUrl);
      if (address === null) return attribute;
      const file = fileOf(address.path);
      if (file === null && element === 'a' && LIVE_ONLY.test(address.path))
        return ` ${name}="${baseUrl}${address.path.replaceAll('&', '&amp;')}${address.fragment}"`;
      if (file === null) {
        isLost = true;
        return '';
      }
      const path = pathOf(file, address.path);
      return path === address.path ? attribute : ` ${name}="${path}${address.fragment}"`;
    });
    return isLost && element === 'link' ? '' : rewritten;
  });
}

/** The path at which a static server has a file. A page without a query keeps its address. */
function pathOf(file: string, address: string): string {
  if (!file.endsWith('index.html')) return `/${file}`;
  return address.includes('?') ? `/${file.slice(0, -'index.html'.length)}` : address;
}

/** An address of this site, in two parts; null for another site, and for a fragment. */
function addressOf(link: string, baseUrl: string): { path: string; fragment: string } | null {
  const plain = link.replaceAll('&amp;', '&');
  const inside = plain.startsWith(`${baseUrl}/`) ? plain.slice(baseUrl.length) : plain === baseUrl ? '/' : plain;
  if (!inside.startsWith('/') || inside.startsWith('//')) return null;
  const at = inside.indexOf('#');
  return at < 0 ? { path: inside, fragment: '' } : { path: inside.slice(0, at), fragment: inside.slice(at) };
}

function candidates(srcset: string): string[] {
  return srcset.split(',').map((candidate) => candidate.trim().split(/\s+/)[0] ?? '');
}
