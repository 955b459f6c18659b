import type { Tx } from '#db/database.ts';

/** The picture of an article; its size in pixels is that of the original file. */
export type Hero = {
  hash: string;
  width: number;
  height: number;
  alt: string;
  credit: string;
  isAiMade: boolean;
  /** The point that stays visible when the picture is cropped, in percent of its width and height. */
  focus: { x: number; y: number };
  /** The last day it may be used, `2026-11-21`, UTC. */
  endsOn: string | null;
};

/** The picture with this id; null when there is no id or no such picture. */
export async function findHero(tx: Tx, id: string | null | undefined): Promise<Hero | null> {
  return id ? ((await findHeroes(tx, [id])).get(id) ?? null) : null;
}

/** The pictures with these ids, by id; an unknown id is left out. */
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

/** The words by a picture that readers see. */
export type PictureCaption = { alt: string; credit: string };

/** The words that readers of a live article see by its picture, when they differ from those of the library. */
export function readKeptWords(words: string | null): PictureCaption | null {
  return words === null ? null : (JSON.parse(words) as PictureCaption);
}
