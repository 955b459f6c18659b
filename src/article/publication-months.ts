import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { PAGES_SECTION } from './own-page.ts';

export type PublicationMonth = { month: string; articles: number };

/** The UTC months (`2026-09`) in which live articles were first published, latest first, with the number of articles. */
export function listPublicationMonths(tx: Tx): Promise<PublicationMonth[]> {
  return listMonths(tx, {});
}

/** The same without articles of an archive. */
export function listOwnMonths(tx: Tx): Promise<PublicationMonth[]> {
  return listMonths(tx, { isOwn: true });
}

async function listMonths(tx: Tx, { isOwn = false }: { isOwn?: boolean }): Promise<PublicationMonth[]> {
  const rows = await tx
    .selectFrom('article')
    .where('live_revision', 'is not', null)
    .where('published_at', 'is not', null)
    .where('live_section', '<>', PAGES_SECTION)
    .$if(isOwn, (months) => months.where('archive', 'is', null))
    .select([
      sql<string>`substr(published_at, 1, 7)`.as('month'),
      (is) => is.fn.countAll<string | number>().as('articles'),
    ])
    .groupBy(sql`substr(published_at, 1, 7)`)
    .orderBy('month', 'desc')
    .execute();
  return rows.map(({ month, articles }) => ({ month, articles: Number(articles) }));
}
