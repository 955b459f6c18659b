import { html } from 'hono/html';
import { isUuid } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { field, type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { acts, button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { acquireUpload, addPicture } from '#media/add-picture.ts';
import { LARGEST_FILE, NARROWEST } from '#media/inspect-picture.ts';
import { addressAt, shownSize } from '#media/pages/picture-html.ts';
import { ACCEPTED_TYPES, PICTURE_FORM_NAMES } from '#media/picture-forms.ts';
import { findLastCredit, findPicture, type ListedPicture, listPictures, pictureTextSchema } from '#media/pictures.ts';

/** Pictures on a page. */
const SHOWN = 30;

/** `GET /newsroom/pictures`: the media library, latest first, and the upload form. */
export function showPictures(c: Context): Promise<Response> {
  return picturesPage(c, null);
}

async function picturesPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const cursor = refused ? undefined : c.req.query('cursor');
  const q = refused ? '' : readWords(c.req.query('q'));
  const { pictures, nextCursor } = await listPictures(c.var.deps.db.read, {
    limit: SHOWN,
    q,
    ...(cursor !== undefined && { cursor }),
  });
  return newsroomPage(c, {
    title: refused ? 'Picture not added' : 'Pictures',
    status: refused?.status ?? 200,
    styles: ['newsroom-pictures.css'],
    scripts: ['pictures'],
    head: { title: 'Pictures', primary: { form: CHOOSE_FILES } },
    toast: c.req.query('done') === 'deleted' ? { text: 'The picture was deleted.' } : null,
    main: html`${refused ? '' : await addedNote(c)}
${await addSection(c, refused)}
<section aria-label="Library">
${searchForm(q)}
${pictures.length === 0 ? nothing(q) : grid(pictures, new Date(c.var.deps.clock()).toISOString().slice(0, 10))}
${nextCursor === null ? '' : html`<p><a href="/newsroom/pictures?${new URLSearchParams({ ...(q && { q }), cursor: nextCursor })}">Earlier pictures</a></p>`}
</section>`,
  });
}

/** Shown by the script: without it, the form adds one picture. */
const CHOOSE_FILES = html`<button class="btn primary" type="button" id="choose-files" hidden>Add pictures</button>`;

function readWords(q = ''): string {
  return q
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function searchForm(q: string): Html {
  return html`<form class="search-line" method="get" action="/newsroom/pictures" role="search" aria-label="Pictures"><label class="unseen" for="q">Search the descriptions</label>
<input id="q" name="q" type="search" value="${q}" placeholder="Title, description or credit" autocomplete="off"> ${button({ text: 'Search', weight: 'plain' })}${q ? html` <a class="btn quiet" href="/newsroom/pictures">Show all</a>` : ''}</form>`;
}

function nothing(q: string): Html {
  return q
    ? html`<p>No picture has these words in its description. <a href="/newsroom/pictures">Show all</a>.</p>`
    : emptyState({
        title: 'No picture yet',
        text: 'Add files, drop them here, or paste one. Several at once are fine.',
      });
}

/** The note about a picture that was just added. It is read from the library, because anybody can type the query. */
async function addedNote(c: Context): Promise<Html | string> {
  const id = c.req.query('added') ?? '';
  const picture = isUuid(id) ? await findPicture(c.var.deps.db.read, id) : null;
  if (!picture) return '';
  return html`<p class="done" role="status">“${picture.title}” was added to the library ${formatTime(picture.addedAt)} (UTC) by ${picture.addedBy}. <a href="/newsroom/pictures/${picture.id}">Complete its description</a>: licence, source, last day of use.</p>`;
}

/** Several files at once with the script; without it, one file with the form. */
async function addSection(c: Context, refused: RefusedForm | null): Promise<Html> {
  const lastCredit = await findLastCredit(c.var.deps.db.read, c.var.actor.id);
  return html`<section aria-label="Add pictures" id="add-pictures" data-largest="${LARGEST_FILE}" data-credit="${lastCredit}">
<div id="drop-pictures" hidden><p class="hint">Files can also be dropped here, or pasted.</p>
<input type="file" id="files" accept="${ACCEPTED_TYPES}" multiple aria-label="Picture files" hidden>
<ul class="uploads" id="uploads"></ul></div>
<details${refused ? html` open` : ''}><summary>Add one picture with a form</summary>
${uploadForm(refused)}
</details></section>`;
}

/** The file field comes last: the text fields are read before it, and survive a file that is too large. */
function uploadForm(refused: RefusedForm | null): Html {
  const typed = refused?.typed ?? {};
  const megabytes = LARGEST_FILE / 1024 / 1024;
  return html`${refusalNote(refused?.failure ?? null)}
<form class="entry" method="post" action="/newsroom/pictures" enctype="multipart/form-data">
${field({ name: 'title', label: 'Title', value: typed.title, autocomplete: 'off', hint: 'To find it in the newsroom. Readers do not see it.' })}
${field({ name: 'alt', label: 'What it shows', value: typed.alt, autocomplete: 'off', hint: 'For readers who cannot see it: what it shows, as far as it matters to the story.' })}
${field({ name: 'credit', label: 'Credit', value: typed.credit, autocomplete: 'off', hint: 'The text under the picture: who made it, and the right to use it.' })}
<p class="field"><label for="file">File</label>
<input id="file" name="file" type="file" accept="${ACCEPTED_TYPES}" required aria-describedby="file-hint">
<span class="hint" id="file-hint">A ${PICTURE_FORM_NAMES}, at most ${megabytes} MB, at least ${NARROWEST} pixels wide. Of an animated GIF or PNG, the first frame is taken. Data about the place and the camera is removed.</span></p>
${acts(button({ text: 'Add the picture' }))}
</form>`;
}

function grid(pictures: ListedPicture[], today: string): Html {
  return html`<ul class="picture-grid">${pictures.map((picture) => tile(picture, today))}</ul>`;
}

function tile(picture: ListedPicture, today: string): Html {
  const { width, height } = shownSize(picture);
  return html`
<li><a class="tile" href="/newsroom/pictures/${picture.id}"><img src="${addressAt(picture, 480, 'jpg')}" width="${width}" height="${height}" alt="${picture.alt}" loading="lazy" decoding="async"><span class="tile-title">${picture.title}</span>
<span class="hint">${picture.credit}${picture.isAiMade ? ' (made with AI)' : ''}</span>${flagsOf(picture, today).map((words) => html`<span class="flag">${words}</span>`)}</a></li>`;
}

function flagsOf({ alt, credit, endsOn }: ListedPicture, today: string): string[] {
  return [
    ...(alt === '' ? ['No description yet'] : []),
    ...(credit === '' ? ['No credit yet'] : []),
    ...(endsOn === null ? [] : [endsOn < today ? `Use ended on ${endsOn}` : `May be used until ${endsOn}`]),
  ];
}

const LABELS = { title: 'The title', alt: 'What it shows', credit: 'The credit' };

/** `POST /newsroom/pictures`. Waits for an upload place before it reads the file, to limit the files in memory. */
export async function postPicture(c: Context): Promise<Response> {
  const leave = await acquireUpload();
  let typed: Record<string, string> = {};
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_FILE);
    const { title = '', alt = '', credit = '' } = upload.fields;
    typed = { title, alt, credit };
    const file = requireFile(upload, LARGEST_FILE);
    const words = validateForm(pictureTextSchema, typed, LABELS);
    const { picture } = await addPicture(c.var.deps, c.var.actor, { file, words });
    return redirect(`/newsroom/pictures?added=${picture.id}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => picturesPage(c, { typed, failure, status }));
  } finally {
    leave();
  }
}
