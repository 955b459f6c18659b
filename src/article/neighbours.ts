import { type RawBuilder, sql } from 'kysely';
import { PAGES_SECTION } from '#article/own-page.ts';
import type { Tx } from '#db/database.ts';

// Live articles of this magazine in the order of their first publication: those next to an article, of a tag, a section or the magazine. The
// page of an article depends on them, and on no article farther away.

/** A place in the order of publication. */
export type Position = { id: string; at: string };

/** How many articles with a tag, before and after an article, count as its neighbours. */
export const NEAR_BY_TAG = 10;

/** The neighbours of a position by each of these tags, without those of tags that have none. Merged tags count as the tag they are now. */
export async function neighboursByTag(
  tx: Tx,
  own: Position,
  tags: readonly { slug: string }[],
): Promise<Map<string, Position[]>> {
  if (tags.length === 0) return new Map();
  const slugs = tags.map(({ slug }) => slug);
  const rows = await tx
    .selectFrom('tag')
    .leftJoin('tag as into', 'into.id', 'tag.merged_into')
    .select((is) => ['tag.id', is.fn.coalesce('into.slug', 'tag.slug').as('slug')])
    .where((is) => is(is.fn.coalesce('into.slug', 'tag.slug'), 'in', slugs))
    .execute();
  const idsBySlug = Map.groupBy(rows, ({ slug }) => slug);
  return nearByIds(tx, own, new Map([...idsBySlug].map(([slug, some]) => [slug, some.map(({ id }) => id)])));
}

/** The neighbours by each group of tag ids, in one query. */
async function nearByIds(
  tx: Tx,
  own: Position,
  groups: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, Position[]>> {
  const names = [...groups.keys()];
  const parts = [...groups.values()].flatMap((ids, nth) => [tagSide(own, nth, ids, '<'), tagSide(own, nth, ids, '>')]);
  if (parts.length === 0) return new Map();
  const { rows } = await sql<Position & { nth: number }>`${sql.join(parts, sql` union all `)}`.execute(tx);
  const near = Map.groupBy(rows, ({ nth }) => names[Number(nth)] ?? '');
  return new Map([...near].map(([name, some]) => [name, some.map(({ id, at }) => ({ id, at }))]));
}

/** The nearest articles with one of the tags on one side of a position. */
function tagSide(own: Position, nth: number, ids: readonly string[], side: '<' | '>'): RawBuilder<unknown> {
  const order = sql.raw(side === '<' ? 'desc' : 'asc');
  return sql`select * from (select distinct ${sql.lit(nth)} as nth, article_id as id, published_at as at from live_tag
    where tag_id in (${sql.join(ids)})
    and not exists (select 1 from article where article.id = live_tag.article_id and archive is not null)
    and (published_at, article_id) ${sql.raw(side)} (${own.at}, ${own.id})
    order by published_at ${order}, article_id ${order} limit ${sql.lit(NEAR_BY_TAG)}) near`;
}

/** The nearest live articles of a section, or of the magazine: on each side the nearest first. */
export async function neighboursOf(
  tx: Tx,
  own: Position,
  section: string | null,
  count: number,
): Promise<{ older: string[]; newer: string[] }> {
  const where = section === null ? sql`live_section <> ${PAGES_SECTION}` : sql`live_section = ${section}`;
  const side = (direction: '<' | '>'): RawBuilder<unknown> => {
    const order = sql.raw(direction === '<' ? 'desc' : 'asc');
    return sql`select * from (select ${sql.lit(direction)} as side, id from article
      where live_revision is not null and archive is null and ${where}
      and (published_at, id) ${sql.raw(direction)} (${own.at}, ${own.id})
      order by published_at ${order}, id ${order} limit ${sql.lit(count)}) near`;
  };
  const { rows } = await sql<{ side: '<' | '>'; id: string }>`${side('<')} union all ${side('>')}`.execute(tx);
  const on = (wanted: '<' | '>') => rows.flatMap(({ side, id }) => (side === wanted ? [id] : []));
  return { older: on('<'), newer: on('>') };
}
