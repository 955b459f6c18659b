import { type SqlBool, sql } from 'kysely';
import type { Tx } from '#db/database.ts';

export type TagNames = Map<string, { slug: string; name: string }>;
/** A revision with its list of tags, as JSON. */
type Tagged = { tag_ids: string };

/** The tags of articles by their ids; under the id of a merged tag, the tag that it was merged into. */
export async function readTags(tx: Tx, rows: Tagged[]): Promise<TagNames> {
  const ids = new Set(rows.flatMap((row) => JSON.parse(row.tag_ids) as string[]));
  if (ids.size === 0) return new Map();
  const tags = await tx
    .selectFrom('tag as saved')
    .innerJoin('tag', (on) => on.on(sql<SqlBool>`tag.id = coalesce(saved.merged_into, saved.id)`))
    .select(['saved.id', 'tag.slug', 'tag.name'])
    .where('saved.id', 'in', [...ids])
    .execute();
  return new Map(tags.map(({ id, slug, name }) => [id, { slug, name }]));
}

/** The tags of an article; tags that were merged into one are listed once. */
export function tagsIn({ tag_ids }: Tagged, tags: TagNames): { slug: string; name: string }[] {
  const named = (JSON.parse(tag_ids) as string[]).flatMap((id) => tags.get(id) ?? []);
  return [...new Map(named.map((tag) => [tag.slug, tag])).values()];
}
