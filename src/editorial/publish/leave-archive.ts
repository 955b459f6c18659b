import { type ArticleSummary, copyOf, getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { revise } from '#editorial/write/save-revision.ts';
import type { Deps } from '#runtime/deps.ts';
import { makeLive } from './publish.ts';

/**
 * Takes a live article out of the archive once every figure is settled: saves the same text as a new revision and publishes it without
 * the mark, with the evidence of its figures. Earlier revisions keep the mark at their permanent addresses. `baseRevision` is the
 * revision that the editor has seen.
 * @throws forbidden (agents always), not_found, already_done, revision_conflict (also when newer copy is not published yet),
 *   gate_blocked while a figure is open, busy
 */
export async function leaveArchive(
  deps: Deps,
  actor: Actor,
  articleId: string,
  baseRevision: number,
): Promise<ArticleSummary> {
  requireEditorial(actor, 'take an article out of the archive');
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    const { archive, live_revision: live, latest_revision: latest } = article;
    if (archive === null || live === null)
      throw new Failure('already_done', 'This article is not live with the mark of an archive.', {
        hint: 'No action is needed.',
      });
    if (live !== latest)
      throw new Failure('revision_conflict', 'The latest revision is not published yet.', {
        hint: 'Publish it first, with the mark; then take the article out of the archive.',
        more: { currentRevision: latest },
      });
    const copy = copyOf(await getRevisionRow(tx, article.id, live));
    const saved = await revise(deps, tx, actor, { articleId: article.id, sent: { ...copy, baseRevision } });
    return makeLive(deps, tx, actor, {
      articleId: article.id,
      revisionNumber: saved.revision,
      options: { leavesArchive: true },
    });
  });
}
