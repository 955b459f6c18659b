import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { field, type Option } from '#html/newsroom/kit/field.ts';
import {
  aboutField,
  drawFields,
  type Fields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
} from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
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
const BIOGRAPHY = formFields({
  biography: {
    label: 'Who this is',
    subject: 'The biography',
    kind: 'area',
    rows: 5,
    most: LONGEST_BIOGRAPHY,
    schema: profileSchema.shape.biography,
    hint: 'Plain text, in one paragraph. Empty for none.',
    optional: true,
  },
});
const portraitField = (options: readonly Option[]) =>
  ({
    portrait: { label: 'Picture', subject: 'The portrait', kind: 'choice', options, optional: true },
  }) as const satisfies Fields;

/** `GET /newsroom/bylines/{authorId}`: portrait and biography of a byline, for its person and for chiefs. */
export function showByline(c: Context): Promise<Response> {
  return bylinePage(c, {});
}

/** `POST /newsroom/bylines/{authorId}`: changes the biography or the portrait, whichever the form has. */
export async function postProfile(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  const biography = typed.get('biography');
  if (biography !== null) typed.set('biography', biography.replace(/\s+/g, ' '));
  try {
    const change = {
      ...(biography !== null && { biography: readFields(BIOGRAPHY, typed).biography ?? '' }),
      ...(typed.has('portrait') && { portraitId: typed.get('portrait') || null }),
    };
    await changeProfile(c.var.deps, c.var.actor, authorIdOf(c), change);
    return redirect(`/newsroom/bylines/${authorIdOf(c)}?done=1`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      bylinePage(c, { typed, failure: typed.has('portrait') ? aboutField(failure, 'portrait') : failure, status }),
    );
  }
}

function authorIdOf(c: Context): string {
  return c.req.param('authorId') ?? '';
}

type FormState = { typed?: URLSearchParams; failure?: Failure; status?: number };

async function bylinePage(c: Context, { typed, failure, status = 200 }: FormState): Promise<Response> {
  const { read } = c.var.deps.db;
  const author = await getOwnAuthor(read, c.var.actor, authorIdOf(c));
  const q = (c.req.query('q') ?? '').trim().slice(0, 200);
  const { pictures } = await listPictures(read, { limit: OFFERED, q });
  const portrait = author.portraitId ? await findPicture(read, author.portraitId) : null;
  const others = pictures.filter(({ id, alt, credit }) => id !== portrait?.id && alt !== '' && credit !== '');
  const isChief = c.var.actor.kind === 'editor' && c.var.actor.role === 'chief';
  const typedHere = typed?.has('biography') ? { typed, failure } : null;
  return newsroomPage(c, {
    title: failure ? `Not changed: ${author.name}` : `Byline: ${author.name}`,
    status,
    styles: ['newsroom-people.css'],
    head: {
      title: author.name,
      others: [{ text: 'See it as a reader', href: `/authors/${author.slug}` }],
      trail: isChief
        ? [{ text: 'Bylines', href: '/newsroom/bylines' }]
        : [{ text: 'Your profile', href: '/newsroom/profile' }],
    },
    toast: c.req.query('done') && !failure ? { text: 'Saved. Readers see it now.' } : null,
    main: html`${refusalSummary(failure)}
${biographyForm(author, typedHere ?? { typed: new URLSearchParams({ biography: author.biography ?? '' }) })}
<h2>Portrait</h2>
<form class="filter" method="get" action="/newsroom/bylines/${author.id}" role="search" aria-label="Pictures">
${field({ label: 'Search the picture library', kind: 'search', optional: true }, { name: 'q', typed: new URLSearchParams({ q }) })}
<p>${button({ text: 'Search', weight: 'plain' })}</p>
</form>
${portraitForm(author, portrait, others, failure)}
<p class="hint">The latest ${OFFERED} pictures, or those that have the words. <a href="/newsroom/pictures">Add a picture to the library</a> with its alternative text and credit first.</p>`,
  });
}

function biographyForm({ id }: AuthorProfile, shown: ShownForm): Html {
  return html`<h2>Biography</h2>
<form class="entry" method="post" action="/newsroom/bylines/${id}">
${drawFields(BIOGRAPHY, shown)}<p>${button({ text: 'Save the biography' })}</p>
</form>`;
}

function portraitForm(
  { id }: AuthorProfile,
  portrait: ListedPicture | null,
  others: ListedPicture[],
  failure: ShownForm['failure'],
): Html {
  const options = [{ value: '', text: 'None' }, ...(portrait ? [optionOf(portrait)] : []), ...others.map(optionOf)];
  return html`<form class="entry portraits" method="post" action="/newsroom/bylines/${id}">
${drawFields(portraitField(options), { typed: new URLSearchParams({ portrait: portrait?.id ?? '' }), failure })}<p>${button({ text: 'Save the portrait', weight: 'plain' })}</p>
</form>`;
}

function optionOf(picture: ListedPicture): Option {
  const { width, height } = shownSize(picture);
  return {
    value: picture.id,
    text: html`<img src="${addressAt(picture, 480, 'jpg')}" width="96" height="${Math.round((96 * height) / width)}" alt=""> ${picture.title}`,
  };
}
