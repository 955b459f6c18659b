import type { Tx } from '../db/database.ts';
import { Failure } from '../ground/failure.ts';

type Address = { desk: string; slug: string };

/**
 * Takes an address for an article; it keeps those it was live at for good, so that they can redirect.
 * @throws slug_taken when another article holds it
 */
export async function takeAddress(tx: Tx, articleId: string, { desk, slug }: Address): Promise<void> {
  const taken = await tx
    .insertInto('address')
    .values({ desk, slug, article_id: articleId, was_live: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (taken.numInsertedOrUpdatedRows === 1n) return;
  const holder = await tx
    .selectFrom('address')
    .select('article_id')
    .where('desk', '=', desk)
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  if (holder.article_id === articleId) return;
  throw new Failure('slug_taken', `Another article already has the slug "${slug}" at the desk "${desk}".`, {
    hint: 'Choose another slug; list_articles shows those in use that you may see.',
  });
}

/** Gives back an address that was never live, once no pointer of the article names it. */
export async function leaveAddress(tx: Tx, articleId: string, { desk, slug }: Address): Promise<void> {
  await tx
    .deleteFrom('address')
    .where('desk', '=', desk)
    .where('slug', '=', slug)
    .where('article_id', '=', articleId)
    .where('was_live', '=', 0)
    .execute();
}

/** Marks an address as one readers know. */
export async function markLive(tx: Tx, { desk, slug }: Address): Promise<void> {
  await tx.updateTable('address').set({ was_live: 1 }).where('desk', '=', desk).where('slug', '=', slug).execute();
}
