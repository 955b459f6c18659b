import { html } from 'hono/html';
import { createOwnPage } from '#editorial/write/create-own-page.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { listOwnPages, type OwnPageLine } from '#site/own-pages.ts';

/** `GET /newsroom/pages`: the pages of one's own, and the form that starts one. */
export function showOwnPages(c: Context): Promise<Response> {
  return ownPagesPage(c, null);
}

/** `POST /newsroom/pages`: files a page as a draft and opens it in the editor. */
export async function postOwnPage(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  const { title = '', about = '', slug = '' } = typed;
  try {
    const { id } = await createOwnPage(c.var.deps, c.var.actor, { title, about, slug });
    return redirect(`/newsroom/articles/${id}/edit`);
  } catch (error) {
    return renderFormError(error, (failure, status) => ownPagesPage(c, { typed, failure, status }));
  }
}

async function ownPagesPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const pages = await listOwnPages(c.var.deps.db.read);
  const { title, about, slug: typedSlug = '' } = refused?.typed ?? {};
  return newsroomPage(c, {
    title: 'Pages',
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>Pages</h1>
<p class="hint">Pages such as an imprint or a privacy notice are written, reviewed and published like articles. They are in the footer, in llms.txt and in the sitemap, and in no list of articles, feed or search. One at /about replaces the page that the service has there.</p>
${refusalNote(refused?.failure ?? null)}
${pages.length > 0 ? pageList(pages) : html`<p>There is no page yet.</p>`}
<h2>Start a page</h2>
<form class="entry" method="post" action="/newsroom/pages">
${field({ name: 'title', label: 'Title', value: title, autocomplete: 'off' })}
${field({ name: 'about', label: 'What it is about, in a line', value: about, autocomplete: 'off' })}
<p class="field"><label for="slug">Address, if it should not follow the title</label>
<input id="slug" name="slug" value="${typedSlug}" autocomplete="off" pattern="[a-z0-9]+(-[a-z0-9]+)*" aria-describedby="slug-hint">
<span class="hint" id="slug-hint">Letters from a to z, digits and hyphens: imprint is /imprint.</span></p>
<p><button>Write the page</button></p>
</form>`,
  });
}

function pageList(pages: readonly OwnPageLine[]): Html {
  return html`<ul class="front">${pages.map(
    ({ id, slug: at, headline, isLive, hasNewer }) => html`
<li><p><a href="/newsroom/articles/${id}">${headline}</a> <span class="hint">${isLive ? html`Readers see it at <a href="/${at}">/${at}</a>.${hasNewer ? ' A newer revision waits to be published.' : ''}` : html`A draft for /${at}.`}</span></p></li>`,
  )}
</ul>`;
}
