import type { Tx } from '#db/database.ts';
import { PAGES_SECTION } from './own-page.ts';

/**
 * Updates the tags in the index of live articles, in the transaction that changed an article: those of its live revision, or none
 * when it is not live. A tag that was merged keeps its own id here; readers of the index follow the merge.
 */
export async function indexTags(tx: Tx, articleId: string): Promise<void> {
  await tx.deleteFrom('live_tag').where('article_id', '=', articleId).execute();
  const live = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .where('article.id', '=', articleId)
    .where('live_section', '<>', PAGES_SECTION)
    .select(['published_at', 'tag_ids'])
    .executeTakeFirst();
  const tagIds = new Set(JSON.parse(live?.tag_ids ?? '[]') as string[]);
  if (tagIds.size === 0) return;
  const published_at = live?.published_at ?? '';
  await tx
    .insertInto('live_tag')
    .values([...tagIds].map((tag_id) => ({ tag_id, published_at, article_id: articleId })))
    .execute();
}
