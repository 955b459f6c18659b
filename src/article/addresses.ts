import { OVERVIEW_LINK } from '#http/overview-link.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { RetiredSection } from '#runtime/site-snapshot.ts';
import { articlePath } from './own-page.ts';
import { sectionAfter } from './section.ts';

type Place = { section: string; slug: string };

/** The canonical address of an article, absolute. */
export function articleUrl(publication: Pick<Publication, 'baseUrl'>, place: Place): string {
  return publication.baseUrl + articlePath(place);
}

/** The path of a revision that was live, at the address that it was published at. The number is that of the API, from 0. */
export function revisionPath({ section, slug, revision }: Place & { revision: number }): string {
  return `/${section}/${slug}/r/${revision}`;
}

/** The permanent address of a revision, absolute. */
export function revisionUrl({ baseUrl }: Pick<Publication, 'baseUrl'>, revision: Place & { revision: number }): string {
  return `${baseUrl}${revisionPath(revision)}`;
}

/** The path of the signed record of a revision. */
export function recordPath(revision: Place & { revision: number }): string {
  return `${revisionPath(revision)}/record.json`;
}

/** The addresses of an article's forms, for `Link` headers and `link` elements. */
export function articleForms(publication: Publication, { section, slug }: Place) {
  const base = publication.baseUrl;
  return {
    html: `${base}${articlePath({ section, slug })}`,
    markdown: `${base}${articlePath({ section, slug })}.md`,
    json: `${base}/api/public/articles/${section}/${slug}`,
  };
}

/** The `Link` header of the home page and of a section, with these forms (RFC 8288, RFC 8631, RFC 9727). */
export function linkHeader(publication: Publication, own: { html: string; markdown: string; json: string }): string {
  return [
    `<${own.html}>; rel="canonical"`,
    `<${own.html}>; rel="alternate"; type="text/html"`,
    `<${own.markdown}>; rel="alternate"; type="text/markdown"`,
    `<${own.json}>; rel="alternate"; type="application/json"`,
    siteLinks(publication),
  ].join(', ');
}

/**
 * The `Link` header of an article in one form: only the links that the document itself does not have. The HTML page names its address and
 * its other forms in `link` elements; the home page links the catalogs. `cite-as` is that of RFC 8574.
 */
export function articleLinks(
  publication: Publication,
  article: Place & { revision: number },
  form: 'html' | 'markdown' | 'json',
): string {
  const { html, markdown, json } = articleForms(publication, article);
  const path = (address: string) => address.slice(publication.baseUrl.length);
  switch (form) {
    case 'html':
      return OVERVIEW_LINK;
    case 'markdown':
      return `<${html}>; rel="canonical", <${path(json)}>; rel="alternate"; type="application/json", <${revisionPath(article)}>; rel="cite-as"`;
    case 'json':
      return `<${html}>; rel="canonical", <${path(markdown)}>; rel=alternate; type="text/markdown", <${path(json)}/evidence>; rel=describedby, <${revisionPath(article)}>; rel=cite-as`;
  }
}

/** The links of the home page, the sections and the API: the overview for agents and the API descriptions. */
export function siteLinks({ baseUrl: base }: Publication): string {
  return [
    `<${base}/llms.txt>; rel="describedby"; type="text/markdown"`,
    `<${base}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
    `<${base}/openapi.json>; rel="service-desc"; type="application/json"`,
    `<${base}/api>; rel="service-doc"; type="text/html"`,
    `<${base}/license.xml>; rel="license"; type="application/rsl+xml"`,
  ].join(', ');
}

/** The path of the page of a series. */
export function seriesPath({ slug }: { slug: string }): string {
  return `/series/${slug}`;
}

/** The path of the page of an issue (`2026-Q4`). */
export function issuePath(issue: string): string {
  return `/issues/${issue.toLowerCase()}`;
}

/** The path of a page of a list; the first page has no number. */
export function pagePath(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`;
}

/** The path of the page of a month (`2026-09`). */
export function monthPath(month: string): string {
  return `/archive/${month}`;
}

/** The path of the page of a tag. */
export function tagPath(slug: string): string {
  return `/tags/${slug}`;
}

/** The path that replaces one in a retired section: in the next section, else in the whole magazine. `rest`: empty, `.md` or `/rss.xml`. */
export function pathAfter(section: RetiredSection, rest: string): string {
  const target = sectionAfter(section);
  if (target !== null) return `/${target}${rest}`;
  if (rest === '' || rest.startsWith('.')) return rest === '' ? '/' : `/index${rest}`;
  return rest;
}
