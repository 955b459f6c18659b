import { type SqlBool, sql } from 'kysely';
import { type Actor, isEditorial } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import { STAGE } from '../model/stage.ts';

/** An article that waits for somebody to decide. */
export type Waiting = { id: string; headline: string; revision: number; left: number };

/** How many are counted at most. */
const MOST_COUNTED = 1000;

/**
 * The next article that waits for the actor, after `id` in the order in which they were last saved, beginning again at the
 * end: for editors drafts and what is in review, for a writer their own that editors want changed. Null where none waits.
 */
export async function nextWaiting(tx: Tx, actor: Actor, id: string): Promise<Waiting | null> {
  if (actor.kind === 'agent') return null;
  const here = await tx.selectFrom('article').select(['updated_at', 'id']).where('id', '=', id).executeTakeFirst();
  const at = here?.updated_at ?? '';
  const waiting = tx
    .selectFrom('article')
    .where('article.id', '<>', id)
    .$if(isEditorial(actor), (query) => query.where(isWaiting('draft', 'in_review', 'changed')))
    .$if(!isEditorial(actor), (query) =>
      query.where('article.owner_id', '=', actor.id).where(isWaiting('changes_requested')),
    );
  const counted = await waiting.select('article.id').limit(MOST_COUNTED).execute();
  if (counted.length === 0) return null;
  const next = await waiting
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .select(['article.id', 'revision.headline', 'article.latest_revision as revision'])
    .orderBy(sql`case when (article.updated_at, article.id) > (${at}, ${id}) then 0 else 1 end`)
    .orderBy('article.updated_at')
    .orderBy('article.id')
    .limit(1)
    .executeTakeFirst();
  return next ? { ...next, left: counted.length } : null;
}

function isWaiting(...stages: string[]) {
  return sql<SqlBool>`${STAGE} in (${sql.join(stages)})`;
}
