import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';

/** The notice of an editor for readers at the address of an unpublished article, as plain text. */
export type Retraction = { notice: string; at: string };

/** The notice at an address where an article was live; null when it is live, or when nobody wrote a notice. */
export async function findRetraction(tx: Tx, section: string, slug: string): Promise<Retraction | null> {
  const row = await tx
    .selectFrom('address')
    .innerJoin('article', 'article.id', 'address.article_id')
    .select(['article.retraction_notice', 'article.retracted_at'])
    .where('address.section', '=', section)
    .where('address.slug', '=', slug)
    .where('address.was_live', '=', 1)
    .where('article.live_revision', 'is', null)
    .executeTakeFirst();
  const { retraction_notice: notice = null, retracted_at: at = null } = row ?? {};
  return notice === null || at === null ? null : { notice, at };
}

/** A notice, and the address at which its article was live last. */
export type ListedRetraction = Retraction & { section: string; slug: string };

/** The notices of articles that are unpublished now, latest first. */
export async function listRetractions(tx: Tx, limit: number): Promise<ListedRetraction[]> {
  const rows = await tx
    .selectFrom('article')
    .select(['id', 'retraction_notice', 'retracted_at'])
    .where('live_revision', 'is', null)
    .where('retracted_at', 'is not', null)
    .orderBy('retracted_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const left = await tx
    .selectFrom('publication_log')
    .select(['article_id', 'section', 'slug'])
    .where('act', '=', 'withdrawn')
    .where(isAmong(tx, 'article_id', ids))
    .orderBy('seq')
    .execute();
  const addresses = new Map(left.map(({ article_id, section, slug }) => [article_id, { section, slug }]));
  return rows.flatMap(({ id, retraction_notice: notice, retracted_at: at }) => {
    const address = addresses.get(id);
    return address && notice !== null && at !== null ? [{ notice, at, ...address }] : [];
  });
}
