import type { Hero } from '#article/hero.ts';
import { readPictures } from '#article/listed-pictures.ts';
import { readPublished } from '#article/pages/read-published.ts';
import type { PublishedListing } from '#article/published.ts';
import type { Context } from '#http/context.ts';

/** The pictures that a page shows beside these articles, by the id of the article. */
export function picturesBeside(c: Context, articles: readonly PublishedListing[]): Promise<Map<string, Hero>> {
  const ids = articles.map(({ id }) => id);
  return readPublished(c, (tx) => readPictures(tx, ids));
}
