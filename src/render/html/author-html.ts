import { html } from 'hono/html';
import type { PublishedListing } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { bylineOpenGraph } from '../cards/card-tags.ts';
import { bylineStructuredData } from '../discovery/structured-data.ts';
import { entriesByMonth } from './front-entries.ts';
import type { Html } from './html.ts';
import { pageHtml } from './page-html.ts';

export type Byline = { slug: string; name: string; articles: readonly PublishedListing[]; older: string | null };

/** The page of a byline: everything published under it. */
export function authorHtml(
  publication: Publication,
  { slug, name, articles, older }: Byline,
  head?: Html,
): Promise<string> {
  const about = `Everything ${publication.name} has published under the byline ${name}.`;
  return pageHtml(publication, {
    title: name,
    description: about,
    canonical: `${publication.baseUrl}/authors/${slug}`,
    alternates: { markdown: `${publication.baseUrl}/authors/${slug}.md` },
    head: html`${bylineStructuredData(publication, { slug, name })}
${bylineOpenGraph(publication, { slug, name, about })}${head ?? ''}`,
    main: html`<h1>${name}</h1>
<p class="dek">Published under this byline, newest first.</p>
${entriesByMonth(articles, { desk: true })}
${older ? html`<p class="onward"><a href="/authors/${slug}?cursor=${older}" rel="next">Older ones</a></p>` : ''}`,
  });
}
