import type { Hero } from '#article/hero.ts';
import { readPictures } from '#article/listed-pictures.ts';
import { listPublished, type PublishedFilter, type PublishedPage } from '#article/published.ts';
import type { Tx } from '#db/database.ts';

/** A page of live articles, newest first, with their pictures by the ids of the articles. @throws bad_request for a wrong cursor */
export async function listWithPictures(
  tx: Tx,
  filter: PublishedFilter,
): Promise<PublishedPage & { pictures: Map<string, Hero> }> {
  const list = await listPublished(tx, filter);
  const ids = list.articles.map(({ id }) => id);
  return { ...list, pictures: await readPictures(tx, ids) };
}
