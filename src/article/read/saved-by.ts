import type { Tx } from '../../db/database.ts';

/** A revision a program saved. */
export type SavedLine = {
  articleId: string;
  number: number;
  headline: string;
  savedAt: string;
  isLive: boolean;
  isLatest: boolean;
};

/** The last revisions saved under a claim, latest first. For editors, who see every draft. */
export async function listSavedBy(tx: Tx, claimId: string, limit: number): Promise<SavedLine[]> {
  const rows = await tx
    .selectFrom('revision')
    .innerJoin('article', 'article.id', 'revision.article_id')
    .select(['revision.article_id', 'revision.number', 'revision.headline', 'revision.saved_at'])
    .select(['article.live_revision', 'article.latest_revision'])
    .where('revision.claim_id', '=', claimId)
    .orderBy('revision.saved_at', 'desc')
    .orderBy('revision.article_id')
    .orderBy('revision.number', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    articleId: row.article_id,
    number: row.number,
    headline: row.headline,
    savedAt: row.saved_at,
    isLive: row.live_revision === row.number,
    isLatest: row.latest_revision === row.number,
  }));
}
