import { html } from 'hono/html';
import type { Retraction } from '#article/retraction.ts';
import { openSections } from '#article/section.ts';
import { type Html, longDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';

// The pages that readers get if nothing is published at an address, or if it does not support the method.

/** The page for an address where nothing is published. */
export function notFoundHtml(publication: Publication, retraction: Retraction | null = null): Promise<string> {
  return pageHtml(publication, {
    title: retraction ? 'No longer published' : 'Nothing here',
    description: 'Nothing is published at this address.',
    main: html`${retraction ? retracted(publication, retraction) : NOTHING}
<section class="hang" aria-labelledby="look"><h2 class="label" id="look">Look it up</h2><div>${searchForm()}</div></section>
<section class="hang" aria-labelledby="start"><h2 class="label" id="start">Start from</h2>
<div><ul class="rows"><li><a href="/">The home page</a></li>${openSections().map(
      ({ slug, name, about }) => html`
<li><a href="/${slug}">${name}</a> <span class="fact">${about}</span></li>`,
    )}
<li><a href="/latest">Latest</a> <span class="fact">Every story by date.</span></li>
<li><a href="/tags">Tags</a> <span class="fact">The stories about each subject.</span></li></ul></div></section>`,
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
export function retracted({ timeZone }: Publication, { notice, at }: Retraction): Html {
  return html`<h1>No longer published</h1>
<p class="dek">The article at this address was unpublished on <time datetime="${at}">${longDate(at, timeZone)}</time>. The editors say:</p>
${notice.split(/\n+/).map((line) => html`<p>${line}</p>\n`)}`;
}

/** The Markdown body of a 404. */
export function notFoundMarkdown(publication: Publication): string {
  const base = publication.baseUrl;
  return `# Not found\n\nNothing is published at this address. Find what is in [llms.txt](${base}/llms.txt) or in [sitemap.xml](${base}/sitemap.xml).\n`;
}

type Asked = { q?: string; section?: string; from?: string; to?: string };

/** Longest search that is answered, in code points. */
export const LONGEST_Q = 200;

/** The search form; it sends a plain GET. */
export function searchForm({ q = '', section = '', from = '', to = '' }: Asked = {}): Html {
  return html`<form class="search" action="/search" role="search">
<p><label for="q">Words</label><input id="q" name="q" type="search" value="${q}" maxlength="${LONGEST_Q}" autocomplete="off"></p>
<p><label for="section">Section</label><select id="section" name="section"><option value="">Every section</option>${openSections().map(
    ({ slug, name }) => html`<option value="${slug}"${slug === section ? ' selected' : ''}>${name}</option>`,
  )}</select></p>
<p><label for="from">From day</label><input id="from" name="from" type="date" value="${from}"></p>
<p><label for="to">To day</label><input id="to" name="to" type="date" value="${to}"></p>
<p><button type="submit">Search</button></p>
</form>`;
}
