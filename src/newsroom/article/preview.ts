import { html } from 'hono/html';
import { publishedTexts } from '#article/article-fields.ts';
import { readPendingCorrection } from '#article/pending-correction.ts';
import { readTags, tagsIn } from '#article/published-tags.ts';
import type { Actor } from '#core/actor.ts';
import { type ArticleRecord, readRevision } from '#editorial/article-record.ts';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { readArchivedCopies } from '#evidence/archived-copies.ts';
import { evidenceOf } from '#evidence/figures/evidence.ts';
import { type EvidenceView, publishedEvidence } from '#evidence/pages/evidence-html.ts';
import type { Html } from '#html/html.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { heroHtml } from '#media/pages/picture-html.ts';
import { authorOf, heroOf } from '#newsroom/kit/copy-names.ts';
import { readLive } from '#newsroom/publish/revision-view.ts';
import { slugById } from '#people/bylines.ts';
import { type ChangedText, changedText, findCorrectedText, UNCHANGED } from '#reading/corrections.ts';
import type { ArticleView } from '#reading/pages/article-body.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** The headers sandbox the page too, so that it is harmless when it is opened outside the frame. */
export const PREVIEW_HEADERS = {
  'Content-Type': HTML,
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
  // Browsers refuse to show a sandboxed page that sets an opener policy (HTML, "obtain an embedder policy").
  'Cross-Origin-Opener-Policy': 'unsafe-none',
};

/** `GET /newsroom/articles/{articleId}/revisions/{number}/preview`. */
export async function showPreview(c: Context): Promise<Response> {
  const number = parseRevisionNumber(c.req.param('number') ?? '');
  const { deps, actor } = c.var;
  const file = await readRevision(deps.db.read, actor, deps, { id: articleIdOf(c), number });
  const picture = heroHtml(await heroOf(c, file.copy), file.copy.pictureCaption ?? null);
  const page = await c.var.renderPool.render(
    'previewHtml',
    [file.copy],
    siteSnapshot().publication,
    await toShownArticle(c, file, number, await readLive(c, file)),
    {
      revision: number,
      picture: picture && String(await picture),
      evidence: await evidenceIn(c, actor, file, number),
    },
  );
  return new Response(page, { headers: PREVIEW_HEADERS });
}

/** The evidence of this revision as readers would see it if the revision were published now; null for an article of an archive. */
export async function evidenceIn(
  c: Context,
  actor: Actor,
  { id, copy, liveRevision, archive }: ArticleRecord,
  revision: number,
): Promise<EvidenceView | null> {
  if (archive) return null;
  const { deps } = c.var;
  const ledger = await readLedgerOf(deps.db.read, actor, id, revision);
  const evidence = {
    revision,
    at: '',
    ...(await evidenceOf(deps.db.read, { ...ledger, copies: await readArchivedCopies(deps.db.read, id) })),
  };
  return revision === liveRevision
    ? publishedEvidence(siteSnapshot().publication, { ...copy, revision }, evidence)
    : { evidence, address: null };
}

/** The frame that shows a preview: without scripts, forms, navigation and our origin. */
export function previewFrame(articleId: string, number: number): Html {
  const address = `/newsroom/articles/${articleId}/revisions/${number}/preview`;
  return html`<iframe sandbox src="${address}" title="Preview of revision ${number}"></iframe>`;
}

/** One revision as its public page would show it; `live` is the live revision, or null. */
export async function toShownArticle(
  c: Context,
  file: ArticleRecord,
  number: number,
  live: ArticleRecord | null,
): Promise<ArticleView> {
  const { copy, publishedAt } = file;
  const tagged = { tag_ids: JSON.stringify(copy.tagIds ?? []) };
  const { note } = await readPendingCorrection(c.var.deps.db.read, file.id, number);
  return {
    section: copy.section,
    headline: copy.headline,
    dek: copy.dek,
    revision: number,
    author: await authorOf(c, copy),
    authorSlug: copy.authorId ? await slugById(c.var.deps.db.read, 'author', copy.authorId) : null,
    bodyBlocks: copy.bodyBlocks,
    sources: copy.sources ?? [],
    tags: tagsIn(tagged, await readTags(c.var.deps.db.read, [tagged])),
    ...publishedTexts(copy),
    publishedAt,
    archive: file.archive,
    modifiedAt: number === file.liveRevision ? file.modifiedAt : null,
    correctedAt: note ? null : (file.correction?.at ?? null),
    correctionNumber: note ? null : (file.correction?.number ?? null),
    correctionNote: note ?? file.correction?.note ?? null,
    corrected: await correctedIn(c, file, number, note === null ? null : live),
  };
}

/** The text marked as corrected: by the correction that publication will record, or else by the latest one. */
async function correctedIn(
  c: Context,
  { id, copy, correction, liveRevision }: ArticleRecord,
  number: number,
  before: ArticleRecord | null,
): Promise<ChangedText> {
  if (before) return changedText(before.copy, copy);
  if (number !== liveRevision) return UNCHANGED;
  const { bodyBlocks, exhibits = null } = copy;
  const correctionNumber = correction?.number ?? null;
  return findCorrectedText(c.var.deps.db.read, { id, revision: number, correctionNumber, bodyBlocks, exhibits });
}
