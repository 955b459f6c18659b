import { copyOf, getRevisionRow } from '#article/article-rows.ts';
import type { Source } from '#article/copy.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { getOwn } from '#editorial/settle/settlement-rows.ts';
import { revise } from '#editorial/write/save-revision.ts';
import type { Deps } from '#runtime/deps.ts';

/**
 * Saves the latest revision again with a source, because it cites none. Returns the number of the new revision.
 * @throws not_found (also for an article the actor may not see), already_done where it cites a source, revision_conflict unless
 *   `revision` is the latest, busy
 */
export function addSource(
  deps: Deps,
  actor: Actor,
  { articleId, revision, source }: { articleId: string; revision: number; source: Pick<Source, 'title' | 'url'> },
): Promise<number> {
  return deps.db.write(async (tx) => {
    await getOwn(deps, tx, actor, articleId);
    const copy = copyOf(await getRevisionRow(tx, articleId, revision));
    if (copy.sources && copy.sources.length > 0)
      throw new Failure('already_done', 'This revision cites a source already.', {
        hint: 'Choose it, or add another one in the editor.',
      });
    const sent = { ...copy, sources: [source], baseRevision: revision };
    return (await revise(deps, tx, actor, { articleId, sent })).revision;
  });
}
