import type { Tx } from '../db/database.ts';

/** The picture over an article; its size in pixels is that of the file it came as. */
export type Hero = { hash: string; width: number; height: number; alt: string; credit: string };

/** The pictures of the media library that have these ids, by id; an unknown id has none. */
export async function findHeroes(tx: Tx, ids: readonly string[]): Promise<Map<string, Hero>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('picture')
    .select(['id', 'hash', 'width', 'height', 'alt', 'credit'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, ...hero }) => [id, hero]));
}
