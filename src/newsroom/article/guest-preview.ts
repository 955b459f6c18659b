import { SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { readRevision } from '#editorial/article-record.ts';
import { commentAsGuest, guestCommentSchema, listGuestComments } from '#editorial/review/comment.ts';
import { findPreview, type OpenPreview, recordPreviewVisit } from '#editorial/review/preview-link.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { scriptTag } from '#html/newsroom/scripts.ts';
import { validateForm } from '#http/body.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { READER_POLICY } from '#http/security-headers.ts';
import { heroHtml } from '#media/pages/picture-html.ts';
import { heroOf } from '#newsroom/kit/copy-names.ts';
import { linesOf } from '#newsroom/publish/correction-fields.ts';
import { guestPreviewHtml, noPreviewHtml } from '#reading/pages/preview-html.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { evidenceIn, toShownArticle } from './preview.ts';

const LABELS = { name: 'The name', text: 'The comment' };

/** No cache stores these pages, no search engine lists them, and no link passes on the secret in the address. */
const HEADERS = {
  'Content-Type': HTML,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
};

/** `GET /preview/{secret}`: one exact revision for somebody without an account. */
export async function showGuestPreview(c: Context): Promise<Response> {
  const preview = await findPreview(c.var.deps, c.var.deps.db.read, c.req.param('secret') ?? '');
  if (!preview) return noPreview();
  await recordPreviewVisit(c.var.deps, preview);
  return previewPage(c, preview, { typed: {}, failure: null, status: 200 });
}

/** `POST /preview/{secret}`: a comment of theirs. */
export async function postGuestComment(c: Context): Promise<Response> {
  const { deps } = c.var;
  const secret = c.req.param('secret') ?? '';
  const preview = await findPreview(deps, deps.db.read, secret);
  if (!preview) return noPreview();
  const { name = '', text = '' } = await parseForm(c);
  const typed = { name, text: linesOf(text) };
  try {
    await commentAsGuest(deps, secret, validateForm(guestCommentSchema, typed, LABELS));
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not_found') return noPreview();
    return renderFormError(error, (failure, status) => previewPage(c, preview, { typed, failure, status }));
  }
  return redirect(`/preview/${secret}#comments`, { 'Referrer-Policy': 'no-referrer' });
}

type Shown = { typed: { name?: string; text?: string }; failure: Failure | null; status: number };

async function previewPage(c: Context, preview: OpenPreview, { typed, failure, status }: Shown): Promise<Response> {
  const { deps } = c.var;
  const { db } = deps;
  const { articleId, revision, expiresAt } = preview;
  const file = await readRevision(db.read, SYSTEM, deps, { id: articleId, number: revision });
  const live =
    file.liveRevision === null
      ? null
      : await readRevision(db.read, SYSTEM, deps, { id: articleId, number: file.liveRevision });
  const page = await guestPreviewHtml(siteSnapshot().publication, await toShownArticle(c, file, revision, live), {
    picture: heroHtml(await heroOf(c, file.copy), file.copy.pictureCaption ?? null),
    evidence: await evidenceIn(c, SYSTEM, file, revision),
    isLive: file.liveRevision === revision,
    expiresAt,
    comments: await listGuestComments(db.read, preview),
    typed,
    script: await scriptTag('guest'),
    draftsUnder: preview.id,
    refusal: failure && { error: failure.message, hint: failure.detail.hint ?? '' },
  });
  const policy = READER_POLICY.replace("manifest-src 'self'", "script-src 'self'");
  return new Response(page, { status, headers: { ...HEADERS, 'Content-Security-Policy': policy } });
}

/** The same for an unknown, an expired and a revoked link. */
async function noPreview(): Promise<Response> {
  return new Response(await noPreviewHtml(siteSnapshot().publication), { status: 404, headers: HEADERS });
}
