import { namesOf } from '../../../accounts/bylines.ts';
import type { Copy } from '../../../article/model/copy.ts';
import { findHeroes, type Hero } from '../../../article/model/hero.ts';
import type { Context } from '../../kit/context.ts';

/** The author a copy names; null when it names none, or one nobody knows. */
export async function authorOf(c: Context, { authorId }: Copy): Promise<string | null> {
  if (!authorId) return null;
  return (await namesOf(c.var.deps.db.read, 'author', [authorId])).get(authorId) ?? null;
}

/** The tags a copy names, in its order; the name is null where nobody knows the id. */
export async function tagsOf(c: Context, { tagIds = [] }: Copy): Promise<{ id: string; name: string | null }[]> {
  const names = await namesOf(c.var.deps.db.read, 'tag', tagIds);
  return tagIds.map((id) => ({ id, name: names.get(id) ?? null }));
}

/** Who will stand over the article, as an editor has to know it. */
export async function bylineOf(c: Context, copy: Copy): Promise<string> {
  if (!copy.authorId) return `${c.var.config.publication.byline} (no author is named)`;
  return (await authorOf(c, copy)) ?? `unknown: ${copy.authorId}`;
}

/** The picture a copy names; null when it names none, or one that is not in the library. */
export async function heroOf(c: Context, { heroAssetId }: Copy): Promise<Hero | null> {
  if (!heroAssetId) return null;
  return (await findHeroes(c.var.deps.db.read, [heroAssetId])).get(heroAssetId) ?? null;
}

/** The names of all bylines, tags and pictures that copies name, by their ids; what nobody knows is not among them. */
export async function namesIn(c: Context, copies: readonly Copy[]): Promise<Map<string, string>> {
  const tx = c.var.deps.db.read;
  const known = (ids: (string | null | undefined)[]) => [...new Set(ids.filter((id) => typeof id === 'string'))];
  const authors = known(copies.map(({ authorId }) => authorId));
  const tags = known(copies.flatMap(({ tagIds = [] }) => tagIds));
  const heroes = await findHeroes(tx, known(copies.map(({ heroAssetId }) => heroAssetId)));
  return new Map([
    ...(await namesOf(tx, 'author', authors)),
    ...(await namesOf(tx, 'tag', tags)),
    ...[...heroes].map(([id, { alt }]) => [id, alt] as const),
  ]);
}
