import type { Tx } from '../../db/database.ts';

/** What an editor wrote for readers at the address of an article that was unpublished, as plain text. */
export type Retraction = { notice: string; at: string };

/** The notice at an address where an article was live; null when it is live, or when nobody wrote a notice. */
export async function findRetraction(tx: Tx, section: string, slug: string): Promise<Retraction | null> {
  const row = await tx
    .selectFrom('address')
    .innerJoin('article', 'article.id', 'address.article_id')
    .select(['article.retraction_notice', 'article.retracted_at'])
    .where('address.desk', '=', section)
    .where('address.slug', '=', slug)
    .where('address.was_live', '=', 1)
    .where('article.live_revision', 'is', null)
    .executeTakeFirst();
  const { retraction_notice: notice = null, retracted_at: at = null } = row ?? {};
  return notice === null || at === null ? null : { notice, at };
}
