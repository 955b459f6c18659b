import { html } from 'hono/html';
import { DESKS, deskName } from '../../article/model/desk.ts';
import { LONGEST_Q } from '../../article/model/search.ts';
import type { PublishedListing } from '../../article/read/published.ts';
import type { Retraction } from '../../article/read/retraction.ts';
import type { Publication } from '../../config.ts';
import { entries, entriesByMonth } from './front-html.ts';
import { type Html, longDate } from './html.ts';
import { pageHtml } from './page-html.ts';

export type SearchPage = {
  q: string;
  section: string;
  /** Null when nothing was searched for, or the search failed. */
  articles: readonly PublishedListing[] | null;
  /** The cursor of the next page. */
  older: string | null;
  /** Whether this is a page after the first. */
  isFurther: boolean;
  /** The error in the search, if there is one. */
  wrong: string | null;
};

/** The search page: the form and the results. */
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
    return html`<p class="dek">${q ? html`No published article${where} has all these words: ${q}` : html`Nothing is published${where} yet`}.</p>
<p>Use fewer words, or other ones.</p>`;
  const more = older
    ? `/search?${new URLSearchParams({ ...(q && { q }), ...(section && { section }), cursor: older })}`
    : '';
  return html`<p class="dek">${isFurther ? 'More articles' : 'Articles'}${where}${q ? html` with ${q}, the best match first` : ', newest first'}.</p>
${q ? entries(articles, { desk: true }) : entriesByMonth(articles, { desk: true })}
${more ? html`<p class="onward"><a href="${more}" rel="next">${q ? 'More results' : 'Older articles'}</a></p>` : ''}`;
}

function help(): Html {
  return html`<p class="note">The search finds articles with all the words, in any form, in headline, dek, byline, tags, text or the titles of sources. Put words in quotes to find them side by side. Choose a desk without words to list all its articles.</p>
<p class="note">Agents can search <a href="/api">the index</a> with its parameter <code>q</code>.</p>`;
}

/** The search form; it sends a plain GET. */
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
export function notFoundHtml(publication: Publication, retraction: Retraction | null = null): Promise<string> {
  return pageHtml(publication, {
    title: retraction ? 'No longer published' : 'Nothing here',
    description: 'Nothing is published at this address.',
    main: html`${retraction ? retracted(retraction) : NOTHING}
<section class="hang" aria-labelledby="look"><h2 class="label" id="look">Look it up</h2><div>${searchForm()}</div></section>
<section class="hang" aria-labelledby="start"><h2 class="label" id="start">Start from</h2>
<div><ul class="rows"><li><a href="/">The home page</a></li>${DESKS.map(
      ({ slug, name, about }) => html`
<li><a href="/${slug}">${name}</a> <span class="fact">${about}</span></li>`,
    )}
<li><a href="/sitemap.xml">The sitemap</a></li></ul></div></section>`,
  });
}

/** The page for a browser that sends a method which the address does not support. */
export function methodNotAllowedHtml(publication: Publication, message: string): Promise<string> {
  return pageHtml(publication, {
    title: 'Not possible here',
    description: message,
    main: html`<h1>Not possible here</h1>
<p class="dek">${message} The form you sent may be out of date.</p>
<section class="hang" aria-labelledby="start"><h2 class="label" id="start">Start from</h2>
<div><ul class="rows"><li><a href="/">The home page</a></li>
<li><a href="/search">Search</a></li></ul></div></section>`,
  });
}

const NOTHING = html`<h1>Nothing here</h1>
<p class="dek">Nothing is published at this address. The article may have been unpublished, or the address is wrong.</p>`;

/** The notice of the editors about an article that was unpublished. */
function retracted({ notice, at }: Retraction): Html {
  return html`<h1>No longer published</h1>
<p class="dek">The article at this address was unpublished on <time datetime="${at}">${longDate(at)}</time>. The editors say:</p>
${notice.split(/\n+/).map((line) => html`<p>${line}</p>\n`)}`;
}
