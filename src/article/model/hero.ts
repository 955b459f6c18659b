import type { Tx } from '../../db/database.ts';

/** The picture over an article; its size in pixels is that of the file it came as. */
export type Hero = {
  hash: string;
  width: number;
  height: number;
  alt: string;
  credit: string;
  isAiMade: boolean;
  /** The point that stays in sight where it is cut, in hundredths of its width and height. */
  focus: { x: number; y: number };
  /** The last day it may be used, `2026-11-21`, UTC. */
  endsOn: string | null;
};

/** The pictures of the media library that have these ids, by id; an unknown id has none. */
export async function findHeroes(tx: Tx, ids: readonly string[]): Promise<Map<string, Hero>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('picture')
    .select(['id', 'hash', 'width', 'height', 'alt', 'credit', 'is_ai_made', 'focal_x', 'focal_y', 'ends_on'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ id, is_ai_made, focal_x, focal_y, ends_on, ...hero }) => [
      id,
      { ...hero, isAiMade: is_ai_made === 1, focus: { x: focal_x, y: focal_y }, endsOn: ends_on },
    ]),
  );
}

/** What stands by a picture in words that readers see. */
export type PictureCaption = { alt: string; credit: string };

/** The words readers see by the picture over a live article, where they are not those of the library. */
export function readKeptWords(words: string | null): PictureCaption | null {
  return words === null ? null : (JSON.parse(words) as PictureCaption);
}
