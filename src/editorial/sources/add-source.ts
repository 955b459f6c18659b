import { copyOf, getRevisionRow } from '#article/article-rows.ts';
import type { Source } from '#article/copy.ts';
import type { Actor } from '#core/actor.ts';
import { getOwn } from '#editorial/settle/settlement-rows.ts';
import { revise } from '#editorial/write/save-revision.ts';
import type { Deps } from '#runtime/deps.ts';

/**
 * Saves the latest revision again with one more source, and returns the number of the new revision.
 * @throws not_found (also for an article the actor may not see), revision_conflict unless `revision` is the latest, busy
 */
export function addSource(
  deps: Deps,
  actor: Actor,
  { articleId, revision, source }: { articleId: string; revision: number; source: Pick<Source, 'title' | 'url'> },
): Promise<number> {
  return deps.db.write(async (tx) => {
    await getOwn(deps, tx, actor, articleId);
    const copy = copyOf(await getRevisionRow(tx, articleId, revision));
    const sent = { ...copy, sources: [...(copy.sources ?? []), source], baseRevision: revision };
    return (await revise(deps, tx, actor, { articleId, sent })).revision;
  });
}
