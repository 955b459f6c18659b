import type { Tx } from '../../db/database.ts';

export type Correction = { seq: number; note: string; at: string; section: string; slug: string; headline: string };

/** Corrections of live articles, latest first, and the number to go on from where there are earlier ones. */
export async function listCorrections(
  tx: Tx,
  { before, limit }: { before?: number; limit: number },
): Promise<{ corrections: Correction[]; earlier: number | null }> {
  const rows = await tx
    .selectFrom('correction')
    .innerJoin('article', 'article.id', 'correction.article_id')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select(['correction.seq', 'correction.note', 'correction.at', 'live_desk', 'live_slug', 'revision.headline'])
    .$if(before !== undefined, (query) => query.where('correction.seq', '<', before ?? 0))
    .orderBy('correction.seq', 'desc')
    .limit(limit + 1)
    .execute();
  const corrections = rows.slice(0, limit).map(({ live_desk, live_slug, ...row }) => ({
    ...row,
    section: live_desk ?? '',
    slug: live_slug ?? '',
  }));
  return { corrections, earlier: rows.length > limit ? (corrections.at(-1)?.seq ?? null) : null };
}
