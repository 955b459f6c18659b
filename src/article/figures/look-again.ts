import type { Tx } from '../../db/database.ts';
import { isAmong } from '../../db/schema/dialect.ts';

/** How many settled figures of each of these articles have to be looked at again; those without any are left out. */
export async function countLookAgain(tx: Tx, articleIds: readonly string[]): Promise<Map<string, number>> {
  if (articleIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('settlement')
    .select((is) => ['article_id', is.fn.countAll().as('count')])
    .where('look_again', 'is not', null)
    .where('replaced_at', 'is', null)
    .where(isAmong(tx, 'article_id', articleIds))
    .groupBy('article_id')
    .execute();
  return new Map(rows.map(({ article_id, count }) => [article_id, Number(count)]));
}
