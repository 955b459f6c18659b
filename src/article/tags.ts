import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';

/** A tag with the ids of the tags that were merged into it, which older revisions still hold. */
export type Tag = { id: string; slug: string; name: string; mergedIds: string[] };

/** All tags that an article can take, sorted by name. */
export async function listTags(tx: Tx): Promise<Tag[]> {
  const rows = await tx.selectFrom('tag').selectAll().orderBy('name').orderBy('id').execute();
  const merged = Map.groupBy(rows, ({ merged_into }) => merged_into);
  return (merged.get(null) ?? []).map(({ id, slug, name }) => ({
    id,
    slug,
    name,
    mergedIds: (merged.get(id) ?? []).map((row) => row.id),
  }));
}

/** A tag that an article can take. @throws not_found, also for a tag that was merged into another */
export async function getTag(tx: Tx, id: string): Promise<Tag> {
  const tag = (await listTags(tx)).find((known) => known.id === id);
  if (!tag)
    throw new Failure('not_found', 'There is no such tag, or it was merged into another.', {
      hint: 'Choose one of the list of tags.',
    });
  return tag;
}

/** Names of tags by id; that of the other tag where one was merged. Unknown ids are left out. */
export async function tagNamesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('tag')
    .leftJoin('tag as into', 'into.id', 'tag.merged_into')
    .select((row) => ['tag.id', row.fn.coalesce('into.name', 'tag.name').as('name')])
    .where('tag.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
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
