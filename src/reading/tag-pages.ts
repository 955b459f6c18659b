import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';

/** A tag of live articles, with their number. */
export type ListedTag = { slug: string; name: string; articles: number };

/** The tag that a tag was merged into, else the tag itself. */
const NOW = sql<string>`coalesce(tag.merged_into, tag.id)`;

/** Every tag of a live article, by name. */
export async function listPublishedTags(tx: Tx): Promise<ListedTag[]> {
  const rows = await tx
    .selectFrom('live_tag')
    .innerJoin('tag', 'tag.id', 'live_tag.tag_id')
    .select([NOW.as('id'), sql<string | number>`count(distinct live_tag.article_id)`.as('articles')])
    .groupBy(NOW)
    .execute();
  const counts = new Map(rows.map(({ id, articles }) => [id, Number(articles)]));
  const tags = await tx
    .selectFrom('tag')
    .select(['id', 'slug', 'name'])
    .where(isAmong(tx, 'id', [...counts.keys()]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return tags.map(({ id, slug, name }) => ({ slug, name, articles: counts.get(id) ?? 0 }));
}
