import { type ArticleRow, copyOf, getArticleRow, getRevisionRow, requireScope } from '#article/article-rows.ts';
import type { Copy } from '#article/copy.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { revise } from '#editorial/write/save-revision.ts';
import { takeWorkingCopy } from '#editorial/write/working-copy.ts';
import type { Deps } from '#runtime/deps.ts';
import type { CorrectionChoice } from './correction-choice.ts';

/** The changes that an editor makes while publishing. Without any, the revision is published unchanged. */
export type LastEdits = {
  choice?: CorrectionChoice | null | undefined;
  /** An address that differs from that of the copy. */
  to?: Address | null | undefined;
  /** The number of the editor's working copy. It is saved first, and that revision is published. */
  workingCopy?: number | null | undefined;
};
type Address = { section: string; slug: string };

/**
 * Saves the changes of `LastEdits` as one new revision, and returns the number of the revision to publish. `number` is the revision that
 * the editor saw, or the base of their working copy.
 * @throws not_found, revision_conflict unless `number` is the latest, working_copy_conflict, validation_failed for an unfinished working
 *   copy, slug_taken
 */
export async function revisionToPublish(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { articleId, number, choice, to, workingCopy }: { articleId: string; number: number } & LastEdits,
): Promise<number> {
  const article = await getArticleRow(tx, articleId);
  const isTyped = workingCopy !== null && workingCopy !== undefined;
  const note = choice && 'note' in choice ? choice.note : null;
  if (!isTyped && note === null && !to) return number;
  requireLatest(article, number);
  const saved = copyOf(await getRevisionRow(tx, article.id, number));
  const typed = isTyped ? await takeWorkingCopy(deps, tx, actor, { articleId: article.id, number: workingCopy }) : null;
  const before: Copy = typed?.copy ?? saved;
  const copy: Copy = { ...before, ...to, ...(note !== null && { correctionNote: note }) };
  if (typed?.isSaved && JSON.stringify(copy) === JSON.stringify(before)) return number;
  const { revision } = await revise(deps, tx, actor, {
    articleId: article.id,
    sent: { ...copy, baseRevision: number },
  });
  return revision;
}

/**
 * Saves this person's working copy as the next revision, if it still has the number that they saw; returns the number of the revision.
 * @throws as revisionToPublish; insufficient_scope, busy
 */
export async function saveTyped(
  deps: Deps,
  actor: Actor,
  articleId: string,
  { number, workingCopy }: { number: number; workingCopy: number },
): Promise<number> {
  requireScope(actor, 'article:edit');
  return deps.db.write((tx) => revisionToPublish(deps, tx, actor, { articleId, number, workingCopy }));
}

function requireLatest({ latest_revision: latest }: ArticleRow, number: number): void {
  if (number === latest) return;
  throw new Failure('revision_conflict', 'A newer revision was saved.', {
    hint: 'A note or another address makes a new revision. Restore the one that you looked at first, or write the change into the newest one.',
    more: { currentRevision: latest },
  });
}
