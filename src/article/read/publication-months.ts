import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { PAGES_DESK } from '../model/own-page.ts';

/** The UTC months (`2026-09`) in which live articles were first published, latest first, with the number of articles. */
export async function listPublicationMonths(tx: Tx): Promise<{ month: string; articles: number }[]> {
  const rows = await tx
    .selectFrom('article')
    .where('live_revision', 'is not', null)
    .where('published_at', 'is not', null)
    .where('live_desk', '<>', PAGES_DESK)
    .select([
      sql<string>`substr(published_at, 1, 7)`.as('month'),
      (is) => is.fn.countAll<string | number>().as('articles'),
    ])
    .groupBy(sql`substr(published_at, 1, 7)`)
    .orderBy('month', 'desc')
    .execute();
  return rows.map(({ month, articles }) => ({ month, articles: Number(articles) }));
}
