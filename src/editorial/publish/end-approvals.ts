import { type Actor, nameOf } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';

/** Ends the approvals of every revision of an article that was unpublished: to publish it again needs new ones. */
export async function endApprovals(deps: Deps, tx: Tx, actor: Actor, articleId: string): Promise<void> {
  const lines = await tx
    .selectFrom('review')
    .select(['revision', 'state'])
    .where('article_id', '=', articleId)
    .orderBy('seq')
    .execute();
  const last = new Map(lines.map(({ revision, state }) => [revision, state]));
  const by = { by_id: actor.id, by_name: nameOf(actor), at: now(deps) };
  for (const [revision, state] of last)
    if (state === 'approved')
      await tx
        .insertInto('review')
        .values({ article_id: articleId, revision, state: 'taken_back', note: 'The article was unpublished.', ...by })
        .execute();
}
