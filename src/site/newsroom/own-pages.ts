import { html } from 'hono/html';
import { createOwnPage, ownPageSchema } from '#editorial/write/create-own-page.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
} from '#html/newsroom/kit/form.ts';
import { listLines } from '#html/newsroom/kit/list-line.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { listOwnPages, type OwnPageLine } from '#site/own-pages.ts';

const FIELDS = formFields({
  title: { label: 'Title', subject: 'The title', schema: ownPageSchema.shape.title, most: 110 },
  about: {
    label: 'What it is about, in a line',
    subject: 'The line about it',
    schema: ownPageSchema.shape.about,
    most: 240,
  },
  slug: {
    label: 'Address, if it should not follow the title',
    subject: 'The address',
    schema: ownPageSchema.shape.slug,
    pattern: '[a-z0-9]+(-[a-z0-9]+)*',
    hint: 'Letters from a to z, digits and hyphens: imprint is /imprint.',
    optional: true,
  },
});

/** `GET /newsroom/pages`: the custom pages, and the form that starts one. */
export function showOwnPages(c: Context): Promise<Response> {
  return ownPagesPage(c, { typed: new URLSearchParams() });
}

/** `POST /newsroom/pages`: files a page as a draft and opens it in the editor. */
export async function postOwnPage(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const { title, about, slug } = readFields(FIELDS, typed);
    const { id } = await createOwnPage(c.var.deps, c.var.actor, { title, about, slug: slug ?? '' });
    return redirect(`/newsroom/articles/${id}/edit`);
  } catch (error) {
    return renderFormError(error, (failure, status) => ownPagesPage(c, { typed, failure }, status));
  }
}

async function ownPagesPage(c: Context, form: ShownForm, status = 200): Promise<Response> {
  const pages = await listOwnPages(c.var.deps.db.read);
  return newsroomPage(c, {
    title: 'Pages',
    status,
    main: html`<h1>Pages</h1>
<p class="hint">Pages such as an imprint or a privacy notice are written, reviewed and published like articles. They are in the footer, in llms.txt and in the sitemap, and in no list of articles, feed or search. One at /about replaces the page that the service has there.</p>
${refusalSummary(form.failure)}
${pages.length > 0 ? pageList(pages) : html`<p>There is no page yet.</p>`}
<h2>Start a page</h2>
<form class="entry" method="post" action="/newsroom/pages">
${drawFields(FIELDS, form)}<p><button>Write the page</button></p>
</form>`,
  });
}

function pageList(pages: readonly OwnPageLine[]): Html {
  return listLines(
    pages.map(({ id, slug: at, headline, isLive, hasNewer }) => ({
      title: headline,
      href: `/newsroom/articles/${id}`,
      facts: isLive
        ? [html`<a href="/${at}">/${at}</a>`, hasNewer ? 'A newer revision waits to be published' : '']
        : [`/${at}`],
      side: [isLive ? pill('Published', 'ready') : pill('Draft')],
    })),
  );
}
