import { isPlaceholder } from '#article/placeholders.ts';
import { typedCopy } from '#article/typed-heads.ts';
import type { Member } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';

// What a person was writing when they left, and who has an article open.

/** An article with text that this person typed and has not saved as a revision. */
export type StartedArticle = { id: string; headline: string; savedAt: string; words: number };

/** Articles listed. */
const MOST = 3;

/** The latest first. */
export async function readStarted(tx: Tx, { id }: Member): Promise<StartedArticle[]> {
  const rows = await tx
    .selectFrom('working_copy')
    .innerJoin('article', 'article.id', 'working_copy.article_id')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .select(['article.id', 'revision.headline', 'working_copy.copy', 'working_copy.saved_at'])
    .where('working_copy.editor_id', '=', id)
    .where('working_copy.copy', '<>', '')
    .where('article.binned_at', 'is', null)
    .orderBy('working_copy.saved_at', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => {
    const { headline: typed, savedAt, words } = typedCopy(row);
    const headline = typed || (isPlaceholder('headline', row.headline) ? 'Untitled' : row.headline);
    return { id: row.id, headline, savedAt, words };
  });
}
