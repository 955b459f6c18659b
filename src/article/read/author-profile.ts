import type { Tx } from '../../db/database.ts';
import { findHeroes, type Hero } from '../model/hero.ts';

/** What readers see about an author, besides the name and the articles. */
export type PublicProfile = { biography: string | null; portrait: Hero | null };

/** The biography and the portrait of the byline with this slug. */
export async function readPublicProfile(tx: Tx, slug: string): Promise<PublicProfile> {
  const row = await tx
    .selectFrom('author')
    .select(['biography', 'portrait_id'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  const heroes = await findHeroes(tx, row?.portrait_id ? [row.portrait_id] : []);
  return { biography: row?.biography ?? null, portrait: heroes.get(row?.portrait_id ?? '') ?? null };
}
