import type { Tx } from '#db/database.ts';

/** A file of a picture: the hash of the original file, and its size in pixels. */
export type PictureFile = { hash: string; width: number; height: number };

/** The other files that a picture may have: in the dark, on a phone, and on a phone in the dark. */
export const VERSIONS = ['dark', 'small', 'smallDark'] as const;
export type VersionName = (typeof VERSIONS)[number];
export type PictureVersions = { [name in VersionName]?: PictureFile };

/** The picture of an article as a public revision keeps it permanently, with one file. */
export type KeptHero = PictureFile & {
  alt: string;
  credit: string;
  isAiMade: boolean;
  /** The point that stays visible when the picture is cropped, in percent of its width and height. */
  focus: { x: number; y: number };
  /** The last day it may be used, `2026-11-21`, UTC. */
  endsOn: string | null;
};

/** The picture of an article. */
export type Hero = KeptHero & {
  versions: PictureVersions;
  /** Whether a crop would cut its labels off: then it is shown whole. */
  isDiagram: boolean;
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
    .select(['versions', 'is_diagram'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ id, is_ai_made, focal_x, focal_y, ends_on, versions, is_diagram, ...hero }) => [
      id,
      {
        ...hero,
        versions: readVersions(versions),
        isDiagram: is_diagram === 1,
        isAiMade: is_ai_made === 1,
        focus: { x: focal_x, y: focal_y },
        endsOn: ends_on,
      },
    ]),
  );
}

/** The part of a picture that a public revision keeps. */
export function toKept({ versions, isDiagram, ...kept }: Hero): KeptHero {
  return kept;
}

/** A kept picture as pages show it. */
export function fromKept(kept: KeptHero): Hero {
  return { ...kept, versions: {}, isDiagram: false };
}

/** The other files of a picture, from their column. */
export function readVersions(stored: string | null): PictureVersions {
  return stored === null ? {} : (JSON.parse(stored) as PictureVersions);
}

export function writeVersions(versions: PictureVersions): string | null {
  return Object.keys(versions).length === 0 ? null : JSON.stringify(versions);
}

/** The words by a picture that readers see. */
export type PictureCaption = { alt: string; credit: string };

/** The words that readers of a live article see by its picture, when they differ from those of the library. */
export function readKeptWords(words: string | null): PictureCaption | null {
  return words === null ? null : (JSON.parse(words) as PictureCaption);
}
