import { html } from 'hono/html';
import { type Copy, newsroomCopySchema, type Source, sourceSchema, type UnfinishedCopy } from '#article/copy.ts';
import { type ArticleRecord, readRevision } from '#editorial/article-record.ts';
import { listTypedFigures } from '#editorial/settle/typed-figures.ts';
import { readServerCopy } from '#editorial/write/working-copy.ts';
import { readArchivedCopies } from '#evidence/archived-copies.ts';
import { evidenceOf } from '#evidence/figures/evidence.ts';
import type { EvidenceView } from '#evidence/pages/evidence-html.ts';
import type { Html } from '#html/html.ts';
import { previewPane } from '#html/newsroom/kit/preview-pane.ts';
import { sign } from '#html/newsroom/kit/sign.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { heroHtml } from '#media/pages/picture-html.ts';
import { PREVIEW_HEADERS, toShownArticle } from '#newsroom/article/preview.ts';
import { heroOf } from '#newsroom/kit/copy-names.ts';
import { readLive } from '#newsroom/publish/revision-view.ts';
import { changedText } from '#reading/corrections.ts';
import type { ArticleView } from '#reading/pages/article-body.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

// The preview beside the text: what this member typed, as the public page would show it.

/** The pane beside the sheet. The script fills it and shows it. */
export function typedPreviewPane(articleId: string): Html {
  const article = `/newsroom/articles/${articleId}`;
  const pane = previewPane({
    form: 'edit',
    action: null,
    frame: 'typed-preview',
    title: 'The article as readers will see it',
    label: 'As readers will see it',
    choices: [],
    hint: html`<span id="preview-state" role="status"></span> <a href="${article}/preview" target="_blank">Tablet, search and sharing<span class="unseen"> (opens a new tab)</span></a>`,
  });
  return html`<div class="edit-preview" id="preview" data-source="${article}/edit/preview" hidden>
<button type="button" class="btn quiet icon" id="preview-close" aria-label="Close the preview" title="Close the preview: Ctrl Alt P">${sign('cross')}</button>
${pane}</div>`;
}

/** `GET /newsroom/articles/{articleId}/edit/preview`: the working copy of this member; without one, the latest revision. */
export async function showTypedPreview(c: Context): Promise<Response> {
  const { deps, actor, renderPool } = c.var;
  const { base, copy: typed } = await readServerCopy(deps.db.read, actor, articleIdOf(c));
  const number = base.revision;
  const saved = await readRevision(deps.db.read, actor, deps, { id: articleIdOf(c), number });
  const file = { ...saved, copy: presentable(typed, saved.copy) };
  const live = await readLive(c, saved);
  const view = { ...(await toShownArticle(c, file, number, live)), ...typedCorrection(file, saved, live) };
  const picture = heroHtml(await heroOf(c, file.copy), file.copy.pictureCaption ?? null);
  const page = await renderPool.render('previewHtml', [file.copy], siteSnapshot().publication, view, {
    revision: number,
    picture: picture && String(await picture),
    evidence: await typedEvidence(c, file, number),
  });
  return new Response(page, { headers: PREVIEW_HEADERS });
}

/** A copy that can be shown: of a field that is not finished, the value of the saved revision; headline, dek and text as they are typed. */
function presentable(typed: UnfinishedCopy, saved: Copy): Copy {
  const fields = Object.entries(newsroomCopySchema.shape).flatMap(([name, schema]) => {
    const value = typed[name as keyof UnfinishedCopy];
    return value !== undefined && schema.safeParse(value).success ? [[name, value]] : [];
  });
  const { headline, dek, bodyBlocks } = typed;
  const sources = (typed.sources ?? []).filter((source): source is Source => sourceSchema.safeParse(source).success);
  return { ...saved, ...Object.fromEntries(fields), headline, dek, bodyBlocks, sources };
}

/** A correction note that no revision has yet, and the blocks that it would mark. */
function typedCorrection(file: ArticleRecord, saved: ArticleRecord, live: ArticleRecord | null): Partial<ArticleView> {
  const { correctionNote } = file.copy;
  if (!live || !correctionNote || correctionNote === saved.copy.correctionNote) return {};
  const corrected = changedText(live.copy, file.copy);
  return { correctionNote, correctedAt: null, correctionNumber: null, corrected };
}

/** How the numbers of the typed text are settled: a settlement belongs to a number in its sentence. */
async function typedEvidence(c: Context, file: ArticleRecord, revision: number): Promise<EvidenceView | null> {
  if (file.archive) return null;
  const { read } = c.var.deps.db;
  const { copy } = file;
  const figures = await listTypedFigures(read, file.id, copy);
  const evidence = await evidenceOf(read, {
    figures,
    sources: copy.sources ?? [],
    copies: await readArchivedCopies(read, file.id),
  });
  return { evidence: { revision, at: '', ...evidence }, address: null };
}
