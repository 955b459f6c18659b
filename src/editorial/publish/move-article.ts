import { type ArticleSummary, copyOf, getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { revise } from '#editorial/write/save-revision.ts';
import type { Deps } from '#runtime/deps.ts';
import { makeLive } from './publish.ts';

/**
 * Moves a live article to another section or slug without changing its words: saves a revision with the new address and publishes
 * it in one transaction. The old address redirects permanently. `baseRevision` is the revision that the editor has seen.
 * @throws forbidden (agents always), not_found, already_done, revision_conflict (also when newer copy is not published yet), slug_taken,
 *   gate_blocked, busy
 */
export async function moveArticle(
  deps: Deps,
  actor: Actor,
  { articleId, baseRevision, to }: { articleId: string; baseRevision: number; to: { section: string; slug: string } },
): Promise<ArticleSummary> {
  requireEditorial(actor, 'move an article');
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    const { live_revision: live, live_section: section, live_slug: slug, latest_revision: latest } = article;
    if (live === null) throw notLive();
    if (section === to.section && slug === to.slug)
      throw new Failure('already_done', 'It is at this address already.', { hint: 'No action is needed.' });
    if (live !== latest) throw copyWaits(latest);
    const copy = copyOf(await getRevisionRow(tx, article.id, live));
    const moved = await revise(deps, tx, actor, { articleId: article.id, sent: { ...copy, ...to, baseRevision } });
    return makeLive(deps, tx, actor, { articleId: article.id, revisionNumber: moved.revision });
  });
}

function notLive(): Failure {
  return new Failure('already_done', 'This article is not published, so it has no address to redirect.', {
    hint: 'Save a revision with another section or slug.',
  });
}

function copyWaits(latest: number): Failure {
  return new Failure(
    'revision_conflict',
    'The latest revision is not published yet, and a move would add a revision after it.',
    {
      hint: 'Give the latest revision the new address and publish it, or restore the live revision first.',
      more: { currentRevision: latest },
    },
  );
}
