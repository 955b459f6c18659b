import type { Copy } from '#article/copy.ts';
import { findHero, findHeroes, type Hero } from '#article/hero.ts';
import { tagNamesOf } from '#article/tags.ts';
import type { Context } from '#http/context.ts';
import { findPicture } from '#media/pictures.ts';
import { authorNamesOf } from '#people/bylines.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** The name of a copy's author; null without an author or for an unknown id. */
export async function authorOf(c: Context, { authorId }: Copy): Promise<string | null> {
  if (!authorId) return null;
  return (await authorNamesOf(c.var.deps.db.read, [authorId])).get(authorId) ?? null;
}

/** The tags of a copy, in its order, each once. `name` is null for an unknown id. */
export async function tagsOf(c: Context, { tagIds = [] }: Copy): Promise<{ id: string; name: string | null }[]> {
  const names = await tagNamesOf(c.var.deps.db.read, tagIds);
  const tags = tagIds.map((id) => ({ id, name: names.get(id) ?? null }));
  return [...new Map(tags.map((tag) => [tag.name ?? tag.id, tag])).values()];
}

/** The byline of the article, as editors see it. */
export async function bylineOf(c: Context, copy: Copy): Promise<string> {
  if (!copy.authorId) return `${siteSnapshot().publication.byline} (no author is named)`;
  return (await authorOf(c, copy)) ?? `unknown: ${copy.authorId}`;
}

/** The hero picture of a copy; null without one or when the library does not have it. */
export function heroOf(c: Context, { heroAssetId }: Copy): Promise<Hero | null> {
  return findHero(c.var.deps.db.read, heroAssetId);
}

/** The title of the hero picture; empty without one. */
export async function pictureTitleOf(c: Context, { heroAssetId }: Copy): Promise<string> {
  if (!heroAssetId) return '';
  return (await findPicture(c.var.deps.db.read, heroAssetId))?.title ?? 'A picture that is not in the library';
}

/** Names of all authors, tags and pictures in the copies, by id. Unknown ids are left out. */
export async function namesIn(c: Context, copies: readonly Copy[]): Promise<Map<string, string>> {
  const tx = c.var.deps.db.read;
  const known = (ids: (string | null | undefined)[]) => [...new Set(ids.filter((id) => typeof id === 'string'))];
  const authors = known(copies.map(({ authorId }) => authorId));
  const tags = known(copies.flatMap(({ tagIds = [] }) => tagIds));
  const heroes = await findHeroes(tx, known(copies.map(({ heroAssetId }) => heroAssetId)));
  return new Map([
    ...(await authorNamesOf(tx, authors)),
    ...(await tagNamesOf(tx, tags)),
    ...[...heroes].map(([id, { alt }]) => [id, alt] as const),
  ]);
}
