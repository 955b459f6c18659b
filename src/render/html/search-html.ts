import { html } from 'hono/html';
import { DESKS, deskName } from '../../article/model/desk.ts';
import { LONGEST_Q } from '../../article/model/search.ts';
import type { PublishedListing } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { entriesByMonth } from './front-html.ts';
import type { Html } from './html.ts';
import { pageHtml } from './page-html.ts';

export type SearchPage = {
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
export function searchHtml(publication: Publication, found: SearchPage): Promise<string> {
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

function results({ q, section, older, isFurther }: SearchPage, articles: readonly PublishedListing[]): Html {
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

/** The form that looks published articles up; a plain GET. */
export function searchForm({ q = '', section = '' }: { q?: string; section?: string } = {}): Html {
  return html`<form class="search" action="/search" role="search">
<p><label for="q">Words</label><input id="q" name="q" type="search" value="${q}" maxlength="${LONGEST_Q}" autocomplete="off"></p>
<p><label for="section">Desk</label><select id="section" name="section"><option value="">Every desk</option>${DESKS.map(
    ({ slug, name }) => html`<option value="${slug}"${slug === section ? ' selected' : ''}>${name}</option>`,
  )}</select></p>
<p><button type="submit">Search</button></p>
</form>`;
}

/** The page for an address where nothing is published. */
export function notFoundHtml(publication: Publication): Promise<string> {
  return pageHtml(publication, {
    title: 'Nothing here',
    description: 'Nothing is published at this address.',
    main: html`<h1>Nothing here</h1>
<p class="dek">Nothing is published at this address. It may have been withdrawn, or the address is mistyped.</p>
<section class="hang" aria-labelledby="look"><h2 class="label" id="look">Look it up</h2><div>${searchForm()}</div></section>
<section class="hang" aria-labelledby="start"><h2 class="label" id="start">Or start from</h2>
<div><ul class="rows"><li><a href="/">The home page</a></li>${DESKS.map(
      ({ slug, name, about }) => html`
<li><a href="/${slug}">${name}</a> <span class="fact">${about}</span></li>`,
    )}
<li><a href="/sitemap.xml">The map of every page</a></li></ul></div></section>`,
  });
}
