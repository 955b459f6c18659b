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

/** The tag at an address, or the address of the tag that was renamed or merged; null when there was never such a tag. */
export async function findTag(
  tx: Tx,
  slug: string,
): Promise<{ id: string; name: string } | { movedTo: string } | null> {
  const own = await tx
    .selectFrom('tag')
    .leftJoin('tag as into', 'into.id', 'tag.merged_into')
    .select(['tag.id', 'tag.name', 'into.slug as into_slug'])
    .where('tag.slug', '=', slug)
    .executeTakeFirst();
  if (own) return own.into_slug === null ? { id: own.id, name: own.name } : { movedTo: own.into_slug };
  const former = await tx
    .selectFrom('tag_address')
    .innerJoin('tag', 'tag.id', 'tag_address.tag_id')
    .leftJoin('tag as into', 'into.id', 'tag.merged_into')
    .select((is) => is.fn.coalesce('into.slug', 'tag.slug').as('slug'))
    .where('tag_address.slug', '=', slug)
    .executeTakeFirst();
  return former ? { movedTo: former.slug } : null;
}
