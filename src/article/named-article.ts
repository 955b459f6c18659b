import type { Tx } from '#db/database.ts';
import { findPublished, listPublishedAmong, type PublishedArticle } from './published.ts';

/** The name of an article: its id, or an address that it has or had. */
export type ArticleName = { id: string } | { section: string; slug: string };

/** The live article of a name, wherever it moved; null when none is live. */
export async function findNamed(tx: Tx, name: ArticleName): Promise<PublishedArticle | null> {
  const place = 'id' in name ? (await listPublishedAmong(tx, [name.id]))[0] : name;
  const published = place ? await findPublished(tx, place.section, place.slug) : null;
  if (!published || !('movedTo' in published)) return published;
  const moved = await findPublished(tx, published.movedTo.section, published.movedTo.slug);
  return moved && !('movedTo' in moved) ? moved : null;
}
