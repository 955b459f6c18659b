import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { addressAt, shownSize } from '#media/pages/picture-html.ts';
import { findPicture, type ListedPicture, listPictures } from '#media/pictures.ts';
import {
  type AuthorProfile,
  changeProfile,
  getOwnAuthor,
  LONGEST_BIOGRAPHY,
  profileSchema,
} from '#people/author-profile.ts';

/** Pictures offered at once. */
const OFFERED = 12;
const LABELS = { biography: 'The biography', portraitId: 'The portrait' };

/** `GET /newsroom/bylines/{authorId}`: portrait and biography of a byline, for its person and for chiefs. */
export function showByline(c: Context): Promise<Response> {
  return bylinePage(c, {});
}

/** `POST /newsroom/bylines/{authorId}`: changes the biography or the portrait, whichever the form has. */
export async function postProfile(c: Context): Promise<Response> {
  const { biography, portrait } = await parseForm(c);
  try {
    const asked = {
      ...(biography !== undefined && { biography: biography.replace(/\s+/g, ' ') }),
      ...(portrait !== undefined && { portraitId: portrait === '' ? null : portrait }),
    };
    await changeProfile(c.var.deps, c.var.actor, authorIdOf(c), validateForm(profileSchema, asked, LABELS));
    return redirect(`/newsroom/bylines/${authorIdOf(c)}?done=1`);
  } catch (error) {
    return renderFormError(error, (failure, status) => bylinePage(c, { biography, failure, status }));
  }
}

function authorIdOf(c: Context): string {
  return c.req.param('authorId') ?? '';
}

type FormState = { biography?: string | undefined; failure?: Failure; status?: number };

async function bylinePage(c: Context, { biography, failure, status = 200 }: FormState): Promise<Response> {
  const { read } = c.var.deps.db;
  const author = await getOwnAuthor(read, c.var.actor, authorIdOf(c));
  const q = (c.req.query('q') ?? '').trim().slice(0, 200);
  const { pictures } = await listPictures(read, { limit: OFFERED, q });
  const portrait = author.portraitId ? await findPicture(read, author.portraitId) : null;
  const others = pictures.filter(({ id, alt, credit }) => id !== portrait?.id && alt !== '' && credit !== '');
  return newsroomPage(c, {
    title: `Byline: ${author.name}`,
    status,
    styles: ['newsroom-people.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>${author.name}</h1>
<p>Readers see both on <a href="/authors/${author.slug}">the page of the byline</a> at once, when it has a published article.</p>
${c.req.query('done') && !failure ? html`<p class="done" role="status">Saved. Readers see it now.</p>` : ''}
${refusalNote(failure ?? null)}
${biographyForm(author, biography)}
<section aria-labelledby="portrait-title"><h2 id="portrait-title">Portrait</h2>
<form class="filter" method="get" action="/newsroom/bylines/${author.id}" role="search" aria-label="Pictures">
<p><label for="q">Search the picture library</label>
<input id="q" name="q" type="search" value="${q}" autocomplete="off"></p>
<p><button class="plain">Look it up</button></p>
</form>
${portraitForm(author, portrait, others)}
<p class="hint">The latest ${OFFERED} pictures, or those that have the words. <a href="/newsroom/pictures">Add a picture to the library</a> with its alternative text and credit first.</p>
</section>`,
  });
}

function biographyForm({ id, biography }: AuthorProfile, typed: string | undefined): Html {
  return html`<h2>Biography</h2>
<form class="entry profile" method="post" action="/newsroom/bylines/${id}">
<p class="field"><label for="biography">Who this is</label>
<textarea id="biography" name="biography" rows="5" aria-describedby="biography-hint">${typed ?? biography ?? ''}</textarea>
<span class="hint" id="biography-hint">At most ${LONGEST_BIOGRAPHY} characters of plain text, in one paragraph. Empty for none.</span></p>
<p><button>Save the biography</button></p>
</form>`;
}

function portraitForm({ id }: AuthorProfile, portrait: ListedPicture | null, others: ListedPicture[]): Html {
  return html`<form class="entry profile" method="post" action="/newsroom/bylines/${id}">
<fieldset><legend>Picture</legend>
<p><input type="radio" id="portrait-none" name="portrait" value=""${portrait ? '' : html` checked`}> <label for="portrait-none">None</label></p>
${portrait ? choice(portrait, true) : ''}${others.map((one) => choice(one, false))}</fieldset>
<p><button>Save the portrait</button></p>
</form>`;
}

function choice(one: ListedPicture, isChosen: boolean): Html {
  const { width, height } = shownSize(one);
  return html`<p><input type="radio" id="portrait-${one.id}" name="portrait" value="${one.id}"${isChosen ? html` checked` : ''}> <label for="portrait-${one.id}"><img src="${addressAt(one, 480, 'jpg')}" width="96" height="${Math.round((96 * height) / width)}" alt=""> ${one.title}</label></p>`;
}
