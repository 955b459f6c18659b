import type { Tx } from '#db/database.ts';

/** How many articles follow an article at its end. */
export const MOST_RELATED = 3;

/** The ids of the articles that an editor chose to follow an article, in order. */
export async function listRelatedIds(tx: Tx, articleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('related_article')
    .select('related_id')
    .where('article_id', '=', articleId)
    .orderBy('place')
    .execute();
  return rows.map(({ related_id }) => related_id);
}
