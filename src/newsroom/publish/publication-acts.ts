import { html } from 'hono/html';
import * as z from 'zod';
import type { Failure } from '#core/failure.ts';
import { issueWords, slug } from '#core/text.ts';
import { reason } from '#editorial/publish/correction-choice.ts';
import { leaveArchive } from '#editorial/publish/leave-archive.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { retractionNotice, type UnpublishOptions, unpublish } from '#editorial/publish/unpublish.ts';
import { restoreRevision } from '#editorial/write/save-revision.ts';
import type { Html } from '#html/html.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { wrongFields } from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { linesOf } from './correction-fields.ts';
import { doneResponse, isForDrawer, panelResponse } from './panel-response.ts';
import { archiveForm, moveForm, unpublishForm } from './publication-forms.ts';
import { readPublishView } from './publish-view.ts';
import { type RevisionView, readLatestView } from './revision-view.ts';

// The forms of the publish drawer other than publishing, and the form that restores an earlier revision.

const addressSchema = z.strictObject({ section: slug, slug });
const unpublishSchema = z.strictObject({ because: reason.nullable(), notice: retractionNotice.nullable() });
const LABELS = {
  section: 'The section',
  slug: 'The slug',
  because: 'The reason',
  notice: 'The notice for readers',
};

/** `POST /newsroom/articles/{articleId}/move`: another section or slug for a live article, without changing its text. */
export async function postMove(c: Context): Promise<Response> {
  const { base, section = '', slug: word = '' } = await parseForm(c);
  const articleId = articleIdOf(c);
  try {
    const to = validateForm(addressSchema, { section, slug: word }, LABELS);
    await moveArticle(c.var.deps, c.var.actor, { articleId, baseRevision: parseRevisionNumber(base), to });
  } catch (error) {
    const seen = await readLatestView(c);
    if (seen.live === null || seen.file.liveRevision !== seen.file.revision) throw error;
    return renderRefusedForm(c, error, {
      seen,
      title: 'Move it to another address',
      form: (failure) => moveForm(seen, { section, slug: word }, failure),
    });
  }
  return doneResponse(c, articleId, { act: 'moved' });
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
    return renderRefusedForm(c, error, { seen, title: 'Take it out of the archive', form: () => archiveForm(seen) });
  }
  return doneResponse(c, articleId, { act: 'left-archive' });
}

/** `POST /newsroom/articles/{articleId}/unpublish`. */
export async function postUnpublish(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  let words: UnpublishOptions;
  try {
    words = readWords(fields);
  } catch (error) {
    const seen = await readLatestView(c);
    return renderRefusedForm(c, error, {
      seen,
      title: 'Unpublish',
      form: (failure) => unpublishForm(seen, fields, failure),
    });
  }
  const { id } = await unpublish(c.var.deps, c.var.actor, articleIdOf(c), words);
  return doneResponse(c, id, { act: 'unpublished' });
}

/** The reason and the notice for readers; null for an empty notice. @throws validation_failed that names every wrong field */
function readWords({ because, notice }: Record<string, string>): UnpublishOptions {
  const given = {
    because: because === undefined ? null : linesOf(because),
    notice: notice ? linesOf(notice) : null,
  };
  const read = unpublishSchema.safeParse(given);
  if (read.success) return read.data;
  throw wrongFields(
    read.error.issues.map((issue) => {
      const path = issue.path[0] === 'because' ? 'because' : 'notice';
      const isMissing = path === 'because' && given.because === '';
      return { path, message: isMissing ? 'No reason was given.' : `${LABELS[path]} ${issueWords(issue)}.` };
    }),
  );
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

/** Shows a refused form with the values that were sent: in the drawer, or on its own page. */
function renderRefusedForm(
  c: Context,
  error: unknown,
  { seen, title, form }: { seen: RevisionView; title: string; form: (failure: Failure) => Html },
): Promise<Response> {
  return renderFormError(error, async (failure, status) => {
    if (isForDrawer(c)) return panelResponse(c, await readPublishView(c), { failure }, status);
    return newsroomPage(c, {
      title,
      status,
      styles: ['newsroom-publication.css'],
      main: html`<p class="trail"><a href="/newsroom/articles">Articles</a> / <a href="/newsroom/articles/${seen.file.id}">Article</a></p>
<h1><small>${seen.file.copy.headline}</small> ${title}</h1>
${refusalNote(failure)}
<div class="publication">${form(failure)}</div>`,
    });
  });
}
