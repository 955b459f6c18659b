import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { type PictureFile, type PictureVersions, readVersions } from '#article/hero.ts';
import { readCursor, writeCursor } from '#core/cursor.ts';
import { text } from '#core/text.ts';
import { foldForSearch, tokenize } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';

/** The text of a new picture; all fields are required. */
export const pictureTextSchema = z.strictObject({
  title: text({ min: 1, max: 200 }),
  alt: text({ min: 1, max: 500 }),
  credit: text({ min: 1, max: 200 }),
});
export type PictureText = z.infer<typeof pictureTextSchema>;

/** The text of a picture that the editor uploads while somebody writes: the gate asks for what is missing. */
export const unfinishedTextSchema = z.strictObject({
  title: text({ min: 1, max: 200 }),
  alt: text({ max: 500 }),
  credit: text({ max: 200 }),
});

/** New text for some of these fields. An empty text would remove one that readers may see. */
export const newTextSchema = pictureTextSchema.partial();
export type NewPictureText = z.infer<typeof newTextSchema>;

const hundredth = z.coerce
  .number({ error: 'must be a number from 0 to 100' })
  .int({ error: 'must be a whole number' })
  .min(0, { error: 'must be 0 or more' })
  .max(100, { error: 'must be 100 or less' });

/** All descriptive fields of a picture. */
export const pictureDetailsSchema = z.strictObject({
  ...pictureTextSchema.shape,
  licence: text({ max: 200 }),
  source: text({ max: 500 }),
  /** The last day it may be used, `2026-11-21`, UTC; null for no end. */
  endsOn: z.string().refine(isDay, { error: 'must be a day, written as 2026-11-21' }).nullable(),
  isAiMade: z.boolean(),
  /** Whether a crop would cut its labels off. */
  isDiagram: z.boolean(),
  /** The point that stays visible when the picture is cropped, in hundredths of its width and height. */
  focalX: hundredth,
  focalY: hundredth,
});
export type PictureDetails = z.infer<typeof pictureDetailsSchema>;

/** A picture of the library. `width` and `height` are those of the original file, upright, in pixels. */
export type Picture = PictureText & PictureFile & { id: string };
export type ListedPicture = Picture &
  PictureDetails & {
    versions: PictureVersions;
    addedAt: string;
    addedBy: string;
    addedById: string;
    changedAt: string | null;
  };

/** The most pictures that one query of a search reads, and the most that a search reads for one page. */
const AT_ONCE = 500;
const MOST_LOOKED_AT = 10_000;

/** The picture with this id, or null. */
export async function findPicture(tx: Tx, id: string): Promise<ListedPicture | null> {
  const row = await pictures(tx).where('id', '=', id.toLowerCase()).executeTakeFirst();
  return row ? listed(row) : null;
}

/** The picture whose original file has this hash, or null. */
export async function findByHash(tx: Tx, hash: string): Promise<ListedPicture | null> {
  const row = await pictures(tx).where('hash', '=', hash).executeTakeFirst();
  return row ? listed(row) : null;
}

/** The credit of the last picture that this person added with one; empty without any. */
export async function findLastCredit(tx: Tx, personId: string): Promise<string> {
  const row = await tx
    .selectFrom('picture')
    .select('credit')
    .where('added_by_id', '=', personId)
    .where('credit', '!=', '')
    .orderBy('added_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.credit ?? '';
}

type Asked = { limit: number; cursor?: string; q?: string };
export type PicturePage = { pictures: ListedPicture[]; nextCursor: string | null };

/**
 * A page of the library, latest first. With `q`, only pictures whose title, alt text, credit, licence or source contain each of
 * its words; such a page may have fewer than `limit` pictures although more follow.
 * @throws bad_request for an invalid cursor
 */
export async function listPictures(tx: Tx, { limit, cursor, q }: Asked): Promise<PicturePage> {
  const words = tokenize(q ?? '');
  if (words.length === 0) return pageOf(await readSome(tx, cursor, limit + 1), limit, null);
  const matches: ListedPicture[] = [];
  let after = cursor;
  for (let looked = 0; looked < MOST_LOOKED_AT && matches.length <= limit; looked += AT_ONCE) {
    const some = await readSome(tx, after, AT_ONCE);
    matches.push(...some.filter((picture) => mentions(picture, words)));
    const last = some.at(-1);
    after = last && some.length === AT_ONCE ? writeCursor(last.addedAt, last.id) : undefined;
    if (after === undefined) break;
    await nextTurn();
  }
  return pageOf(matches, limit, after ?? null);
}

async function readSome(tx: Tx, cursor: string | undefined, limit: number): Promise<ListedPicture[]> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await pictures(tx)
    .$if(after !== null, (query) =>
      query.where((where) =>
        where(where.refTuple('added_at', 'id'), '<', where.tuple(after?.at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(listed);
}

function pageOf(rows: ListedPicture[], limit: number, rest: string | null): PicturePage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { pictures: shown, nextCursor: rows.length > limit && last ? writeCursor(last.addedAt, last.id) : rest };
}

function mentions({ title, alt, credit, licence, source }: ListedPicture, words: readonly string[]): boolean {
  const folded = foldForSearch([title, alt, credit, licence, source].join(' '));
  return words.every((word) => folded.includes(word));
}

function pictures(tx: Tx) {
  return tx.selectFrom('picture').selectAll();
}

type Row = Awaited<ReturnType<ReturnType<typeof pictures>['execute']>>[number];

function listed(row: Row): ListedPicture {
  const { id, hash, width, height, title, alt, credit, licence, source } = row;
  return {
    id,
    hash,
    width,
    height,
    title,
    alt,
    credit,
    licence,
    source,
    endsOn: row.ends_on,
    isAiMade: row.is_ai_made === 1,
    isDiagram: row.is_diagram === 1,
    versions: readVersions(row.versions),
    focalX: row.focal_x,
    focalY: row.focal_y,
    addedAt: row.added_at,
    addedBy: row.added_by_name,
    addedById: row.added_by_id,
    changedAt: row.changed_at,
  };
}

function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
