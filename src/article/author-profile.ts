import type { Tx } from '#db/database.ts';
import { findHero, type Hero } from './hero.ts';

/** What readers see about an author in addition to the name and the articles. */
export type PublicProfile = { biography: string | null; portrait: Hero | null };

/** The biography and the portrait of the byline with this slug. */
export async function readPublicProfile(tx: Tx, slug: string): Promise<PublicProfile> {
  const row = await tx
    .selectFrom('author')
    .select(['biography', 'portrait_id'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  return { biography: row?.biography ?? null, portrait: await findHero(tx, row?.portrait_id) };
}
