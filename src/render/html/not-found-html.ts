import { html } from 'hono/html';
import { DESKS } from '../../article/model/desk.ts';
import type { Publication } from '../../config.ts';
import { pageHtml } from './page-html.ts';
import { searchForm } from './search-form.ts';

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
