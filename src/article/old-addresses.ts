import type { Tx } from '#db/database.ts';
import { findTag } from '#reading/tag-pages.ts';
import { normalizeOldPath } from './old-path.ts';
import { articlePath } from './own-page.ts';
import { listPublished } from './published.ts';

/** Where an old path leads now: a path of this site. Null when it is not known, or when its article is not live. */
export async function findOldAddress(tx: Tx, given: string): Promise<string | null> {
  const path = normalizeOldPath(given);
  if (path === null) return null;
  const row = await tx
    .selectFrom('old_address')
    .leftJoin('article', 'article.id', 'old_address.article_id')
    .select(['target', 'live_desk', 'live_slug'])
    .where('path', '=', path)
    .executeTakeFirst();
  if (!row) return null;
  if (row.target !== null) return shownList(tx, row.target);
  const { live_desk: section, live_slug: slug } = row;
  return section === null || slug === null ? null : articlePath({ section, slug });
}

/** The page of a tag or a byline exists while an article is on it; a tag that was renamed or merged is followed. Other paths stay. */
async function shownList(tx: Tx, target: string): Promise<string | null> {
  const [, kind, slug] = /^\/(tags|authors)\/([^/.]+)$/.exec(target) ?? [];
  if (slug === undefined) return target;
  if (kind === 'authors') return (await hasOne(tx, { author: slug })) ? target : null;
  const tag = await findTag(tx, slug);
  if (tag === null) return null;
  if ('movedTo' in tag) return shownList(tx, `/tags/${tag.movedTo}`);
  return (await hasOne(tx, { tag: tag.id })) ? target : null;
}

async function hasOne(tx: Tx, filter: { author: string } | { tag: string }): Promise<boolean> {
  return (await listPublished(tx, { ...filter, limit: 1 })).articles.length > 0;
}
