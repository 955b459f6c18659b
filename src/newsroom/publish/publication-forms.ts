import { html } from 'hono/html';
import * as z from 'zod';
import { archiveHtml } from '#article/archive-words.ts';
import { openDesks } from '#article/desk.ts';
import { LONGEST_SLUG, slug } from '#core/text.ts';
import { leaveArchive } from '#editorial/publish/leave-archive.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { retractionNotice, type UnpublishOptions, unpublish } from '#editorial/publish/unpublish.ts';
import { restoreRevision } from '#editorial/write/save-revision.ts';
import type { Html } from '#html/html.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { linesOf, parseReason } from './correction-fields.ts';
import { type RevisionView, readLatestView } from './revision-view.ts';

// The less frequent actions, each in a closed details element: restore, preview links, move and unpublish.

export function otherForms(seen: RevisionView, mayPublish: boolean): Html {
  const { file, number } = seen;
  return html`${number === file.revision ? '' : restoreForm(seen)}
<p><a href="/newsroom/articles/${file.id}/previews?revision=${number}">Preview links for people without an account</a></p>
${mayPublish && file.liveRevision !== null ? html`${file.archive ? archiveDetails(seen) : ''}${moveDetails(seen)}${unpublishDetails(seen)}` : ''}`;
}

function restoreForm({ file, number }: RevisionView): Html {
  return html`<form method="post" action="/newsroom/articles/${file.id}/restore">
<input type="hidden" name="revision" value="${number}"><input type="hidden" name="base" value="${file.revision}">
<p><button class="plain">Restore this text as revision ${file.revision + 1}</button></p>
<p class="hint">It becomes a new revision with the present address. Readers do not see it until it is published.</p>
</form>`;
}

function archiveDetails(seen: RevisionView): Html {
  const { file } = seen;
  return html`<p>Readers see the mark of an archive: ${archiveHtml(file.archive)} Corrections keep it.</p>
<details><summary>Take it out of the archive …</summary>
${
  file.liveRevision === file.revision
    ? archiveForm(seen)
    : html`<p>Revision ${file.revision} is waiting. Publish it first, with the mark.</p>`
}
</details>`;
}

/** The form that removes the mark of an archive. */
function archiveForm({ file }: RevisionView): Html {
  return html`<p>Settle every number first. This saves revision ${file.revision + 1} with the same text and publishes it without the mark: its figures are then settled by this magazine, and it can be on the home page.</p>
<form method="post" action="/newsroom/articles/${file.id}/leave-archive">
<input type="hidden" name="base" value="${file.revision}">
<p><button class="plain">Take it out of the archive</button></p>
</form>`;
}

function moveDetails(seen: RevisionView): Html {
  const { file } = seen;
  return html`<details><summary>Move it to another address …</summary>
${
  file.liveRevision === file.revision
    ? moveForm(seen)
    : html`<p>Revision ${file.revision} is waiting. Give revision ${file.revision} the new address and publish it, or restore the live revision first.</p>`
}
</details>`;
}

/** The form that changes the desk or the slug of a live article, without changing its text. */
function moveForm({ file }: RevisionView, typed: Record<string, string> = {}): Html {
  const { section = file.liveSection ?? '', slug = file.liveSlug ?? '' } = typed;
  return html`<p>Saves revision ${file.revision + 1} with the same text and publishes it immediately. The old address redirects permanently.</p>
<form method="post" action="/newsroom/articles/${file.id}/move">
<input type="hidden" name="base" value="${file.revision}">
<p class="field"><label for="move-section">Desk</label>
<select id="move-section" name="section">${openDesks().map((desk) => html`<option value="${desk.slug}"${desk.slug === section ? html` selected` : ''}>${desk.name}</option>`)}</select></p>
<p class="field"><label for="move-slug">Slug</label>
<input id="move-slug" name="slug" value="${slug}" maxlength="${LONGEST_SLUG}" autocomplete="off" spellcheck="false" required></p>
<p><button class="plain">Move it</button></p>
</form>`;
}

function unpublishDetails(seen: RevisionView): Html {
  return html`<details><summary>Unpublish …</summary>
${unpublishForm(seen)}
</details>`;
}

/** The form that unpublishes a live article; it requires a reason. */
function unpublishForm({ file }: RevisionView, { because = '', notice = '' }: Record<string, string> = {}): Html {
  return html`<p>Nobody can read it at its address any more, in any format. All revisions are kept; publishing one makes the article public again.</p>
<form method="post" action="/newsroom/articles/${file.id}/unpublish">
<p class="field"><label for="because">Reason</label>
<textarea id="because" name="because" rows="2" maxlength="1000" required aria-describedby="because-hint">${because}</textarea>
<span class="hint" id="because-hint">Stored in the journal and shown on this page; readers do not see it.</span></p>
<p class="field"><label for="notice">Notice for readers, if you want one</label>
<textarea id="notice" name="notice" rows="4" maxlength="600" aria-describedby="notice-hint">${notice}</textarea>
<span class="hint" id="notice-hint">20 to 600 characters. It stays at the address of the article until it is published again. Say why readers do not find the article any more.</span></p>
<p><button class="plain">Unpublish revision ${file.liveRevision}</button></p>
</form>`;
}

const addressSchema = z.strictObject({ section: slug, slug });
const noticeSchema = z.strictObject({ notice: retractionNotice });
const LABELS = { section: 'The desk', slug: 'The slug', notice: 'The notice for readers' };

/** `POST /newsroom/articles/{articleId}/move`: another desk or slug for a live article, without changing its text. */
export async function postMove(c: Context): Promise<Response> {
  const { base, section = '', slug: word = '' } = await parseForm(c);
  const articleId = articleIdOf(c);
  try {
    const to = validateForm(addressSchema, { section, slug: word }, LABELS);
    await moveArticle(c.var.deps, c.var.actor, { articleId, baseRevision: parseRevisionNumber(base), to });
  } catch (error) {
    const seen = await readLatestView(c);
    if (seen.live === null || seen.file.liveRevision !== seen.file.revision) throw error;
    return renderRefusedForm(c, error, seen, 'Move it to another address', moveForm(seen, { section, slug: word }));
  }
  return redirect(`/newsroom/articles/${articleId}?done=moved`);
}

/** `POST /newsroom/articles/{articleId}/leave-archive`: publishes the same text without the mark of an archive. */
export async function postLeaveArchive(c: Context): Promise<Response> {
  const { base } = await parseForm(c);
  const articleId = articleIdOf(c);
  try {
    await leaveArchive(c.var.deps, c.var.actor, articleId, parseRevisionNumber(base));
  } catch (error) {
    const seen = await readLatestView(c);
    if (!seen.file.archive || seen.file.liveRevision !== seen.file.revision) throw error;
    return renderRefusedForm(c, error, seen, 'Take it out of the archive', archiveForm(seen));
  }
  return redirect(`/newsroom/articles/${articleId}?done=left-archive`);
}

/** `POST /newsroom/articles/{articleId}/unpublish`. */
export async function postUnpublish(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  let words: UnpublishOptions;
  try {
    const because = fields.because === undefined ? null : parseReason(fields.because);
    words = { because, notice: parseNotice(fields.notice) };
  } catch (error) {
    const seen = await readLatestView(c);
    return renderRefusedForm(c, error, seen, 'Unpublish', unpublishForm(seen, fields));
  }
  const { id } = await unpublish(c.var.deps, c.var.actor, articleIdOf(c), words);
  return redirect(`/newsroom/articles/${id}?done=unpublished`);
}

/** The notice for readers; null when the field is empty. @throws validation_failed */
function parseNotice(typed: string | undefined): string | null {
  return typed ? validateForm(noticeSchema, { notice: linesOf(typed) }, LABELS).notice : null;
}

/** `POST /newsroom/articles/{articleId}/restore`: saves an earlier revision as the newest one, without publishing it. */
export async function postRestore(c: Context): Promise<Response> {
  const { revision, base } = await parseForm(c);
  const articleId = articleIdOf(c);
  const { id } = await restoreRevision(c.var.deps, c.var.actor, {
    articleId,
    number: parseRevisionNumber(revision),
    baseRevision: parseRevisionNumber(base),
  });
  return redirect(`/newsroom/articles/${id}?done=restored`);
}

/** Shows one form of an article on its own page, with the error and the values the member sent. */
export function renderRefusedForm(
  c: Context,
  error: unknown,
  seen: RevisionView,
  title: string,
  form: Html,
): Promise<Response> {
  return renderFormError(error, (failure, status) =>
    newsroomPage(c, {
      title,
      status,
      styles: ['newsroom-publication.css'],
      main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/articles/${seen.file.id}">Article</a></p>
<h1><small>${seen.file.copy.headline}</small> ${title}</h1>
${refusalNote(failure)}
<div class="publication">${form}</div>`,
    }),
  );
}
