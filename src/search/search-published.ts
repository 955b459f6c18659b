import { listPublishedAmong, type PublishedFilter, type PublishedPage } from '#article/published.ts';
import { readRankedCursor, writeRankedCursor } from '#core/cursor.ts';
import type { Tx } from '#db/database.ts';
import { type Respelling, searchRanked } from './ranked-search.ts';

/** The words to search for, and the filters of `listPublished` except the byline. */
export type SearchFilter = Omit<PublishedFilter, 'author'> & { q: string };
export type FoundPage = PublishedPage & {
  /** Words that were searched in place of misspelled ones. */
  corrections: Respelling[];
};

/** A page of the live articles that match words, the best match first. @throws bad_request for a cursor that this function did not issue */
export async function searchPublished(tx: Tx, { limit, cursor, days, ...asked }: SearchFilter): Promise<FoundPage> {
  const after = cursor === undefined ? {} : { after: readRankedCursor(cursor) };
  const time = days && { from: `${days.startsOn}T00:00:00.000Z`, before: `${days.endsOn}T24:00:00.000Z` };
  const { ranked, corrections } = await searchRanked(tx, { ...asked, ...time, ...after, limit: limit + 1 });
  const rows = await listPublishedAmong(
    tx,
    ranked.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const page = ranked.slice(0, limit);
  const articles = page.flatMap(({ id }) => byId.get(id) ?? []);
  const [last, lastId] = [articles.at(-1), page.at(-1)];
  const isLast = ranked.length <= limit || !last || !lastId;
  const nextCursor = isLast ? null : writeRankedCursor(lastId.rank, last.publishedAt, last.id);
  return { articles, nextCursor, corrections };
}
