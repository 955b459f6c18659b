import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { readCursor, writeCursor } from '../ground/cursor.ts';
import { text } from '../ground/text.ts';

/** What is said of a picture; all of it is required. */
export const wordsSchema = z.strictObject({
  title: text({ min: 1, max: 200 }),
  alt: text({ min: 1, max: 500 }),
  credit: text({ min: 1, max: 200 }),
});
export type PictureWords = z.infer<typeof wordsSchema>;

/** A picture of the library. `width` and `height` are those of the file as it came, upright, in pixels. */
export type Picture = PictureWords & { id: string; hash: string; width: number; height: number };
export type ListedPicture = Picture & { addedAt: string; addedBy: string };

/** The picture that has an id; null when none has. */
export async function findPicture(tx: Tx, id: string): Promise<ListedPicture | null> {
  const row = await pictures(tx).where('id', '=', id.toLowerCase()).executeTakeFirst();
  return row ? listed(row) : null;
}

/** The picture that came as a file of this hash; null when none did. */
export async function findByHash(tx: Tx, hash: string): Promise<ListedPicture | null> {
  const row = await pictures(tx).where('hash', '=', hash).executeTakeFirst();
  return row ? listed(row) : null;
}

/** A page of the library, latest first. @throws bad_request for a cursor not given out here */
export async function listPictures(
  tx: Tx,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ pictures: ListedPicture[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await pictures(tx)
    .$if(after !== null, (query) =>
      query.where((where) =>
        where(where.refTuple('added_at', 'id'), '<', where.tuple(after?.at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit).map(listed);
  const last = shown.at(-1);
  return { pictures: shown, nextCursor: rows.length > limit && last ? writeCursor(last.addedAt, last.id) : null };
}

function pictures(tx: Tx) {
  return tx.selectFrom('picture').selectAll();
}

type Row = Awaited<ReturnType<ReturnType<typeof pictures>['execute']>>[number];

function listed({ added_at, added_by_name, ...row }: Row): ListedPicture {
  const { id, hash, width, height, title, alt, credit } = row;
  return { id, hash, width, height, title, alt, credit, addedAt: added_at, addedBy: added_by_name };
}
