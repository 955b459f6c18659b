import type { Tx } from '../../db/database.ts';
import { normalizeOldPath } from '../model/old-path.ts';
import { articlePath } from '../model/own-page.ts';

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
  if (row.target !== null) return row.target;
  const { live_desk: section, live_slug: slug } = row;
  return section === null || slug === null ? null : articlePath({ section, slug });
}
