import type { Publication } from '../config.ts';

type Place = { section: string; slug: string };

/** The canonical address of an article, absolute. */
export function articleUrl(publication: Publication, { section, slug }: Place): string {
  return `${publication.baseUrl}/${section}/${slug}`;
}

/** The addresses of an article's forms, for `Link` headers and `link` elements. */
export function articleForms(publication: Publication, { section, slug }: Place) {
  const base = publication.baseUrl;
  return {
    html: `${base}/${section}/${slug}`,
    markdown: `${base}/${section}/${slug}.md`,
    json: `${base}/api/public/articles/${section}/${slug}`,
  };
}

/** The `Link` header of a page with these forms (RFC 8288, RFC 8631, RFC 9727). */
export function linkHeader(publication: Publication, own: { html: string; markdown: string; json: string }): string {
  return [
    `<${own.html}>; rel="canonical"`,
    `<${own.html}>; rel="alternate"; type="text/html"`,
    `<${own.markdown}>; rel="alternate"; type="text/markdown"`,
    `<${own.json}>; rel="alternate"; type="application/json"`,
    siteLinks(publication),
  ].join(', ');
}

/** The links of every page: the overview for agents and the API descriptions. */
export function siteLinks({ baseUrl: base }: Publication): string {
  return [
    `<${base}/llms.txt>; rel="describedby"; type="text/markdown"`,
    `<${base}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
    `<${base}/openapi.json>; rel="service-desc"; type="application/json"`,
    `<${base}/api>; rel="service-doc"; type="text/html"`,
    `<${base}/.well-known/ai-catalog.json>; rel="ai-catalog"; type="application/ai-catalog+json"`,
  ].join(', ');
}
