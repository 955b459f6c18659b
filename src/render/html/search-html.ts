import { html } from 'hono/html';
import { deskName } from '../../article/model/desk.ts';
import type { PublishedListing } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { entriesByMonth } from './front-entries.ts';
import type { Html } from './html.ts';
import { pageHtml } from './page-html.ts';
import { searchForm } from './search-form.ts';

export type Found = {
  q: string;
  section: string;
  /** Null where nothing was asked for, or it could not be looked up. */
  articles: readonly PublishedListing[] | null;
  /** Where the next page begins. */
  older: string | null;
  /** Whether this is a page after the first. */
  isFurther: boolean;
  /** What is wrong with what was asked for. */
  wrong: string | null;
};

/** The search page: the form, and what was found. */
export function searchHtml(publication: Publication, found: Found): Promise<string> {
  const { q, section } = found;
  const asked = q !== '' || section !== '';
  return pageHtml(publication, {
    title: q ? `Search: ${q}` : 'Search',
    description: `Look up what ${publication.name} has published.`,
    ...(!asked && { canonical: `${publication.baseUrl}/search` }),
    main: html`<h1>Search</h1>
${searchForm({ q, section })}
${found.wrong ? html`<p class="wrong" role="alert">${found.wrong}</p>` : ''}
${found.articles ? results(found, found.articles) : help()}`,
  });
}

function results({ q, section, older, isFurther }: Found, articles: readonly PublishedListing[]): Html {
  const where = section ? ` at ${deskName(section)}` : '';
  if (articles.length === 0)
    return html`<p class="dek">Nothing published${where} holds ${q ? html`all of these words: ${q}` : 'anything yet'}.</p>
<p>Take a word away, or try the singular: whole words are looked for, as they are written.</p>`;
  const more = older
    ? `/search?${new URLSearchParams({ ...(q && { q }), ...(section && { section }), cursor: older })}`
    : '';
  return html`<p class="dek">${isFurther ? 'Older articles' : 'Articles'}${where}${q ? html` that hold ${q}` : ''}, newest first.</p>
${entriesByMonth(articles, { desk: true })}
${more ? html`<p class="onward"><a href="${more}" rel="next">Older ones</a></p>` : ''}`;
}

function help(): Html {
  return html`<p class="note">An article is found when it holds every word: in its headline, dek, text, byline or the titles of its sources. Case, accents and punctuation do not count; there are no operators. A desk alone lists everything published there.</p>
<p class="note">Programs ask the same of <a href="/api">the index</a> by its parameter <code>q</code>.</p>`;
}
