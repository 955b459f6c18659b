import { largerPicturePaths, normalizeOldPath } from '#article/old-path.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';

/** Whether a path belongs to a route of this site, which an old address must not hide. */
export type IsRoute = (path: string) => boolean;

/**
 * Makes an old path redirect to an article once the article is live. Returns the reason if it cannot, otherwise null. Runs in the
 * transaction that files the article.
 */
export async function leadToArticle(
  deps: Deps,
  tx: Tx,
  { path: given, articleId, runId }: { path: string; articleId: string; runId: string | null },
  isRoute: IsRoute,
): Promise<string | null> {
  const path = normalizeOldPath(given);
  if (path === null) return `The old address ${given.slice(0, 200)} is no path.`;
  if (!path.startsWith('/?') && isRoute(path)) return `The old address ${path} is a page of this site.`;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('old_address')
    .values({ path, article_id: articleId, target: null, run_id: runId, added_at: now(deps) })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return null;
  const known = await tx.selectFrom('old_address').select('article_id').where('path', '=', path).executeTakeFirst();
  return known?.article_id === articleId ? null : `The old address ${path} leads to another page already.`;
}

/**
 * Makes the old path of a picture, and those of its larger forms, redirect to the picture here while the article is live. A path that
 * redirects already, or that belongs to a page of this site, stays as it is.
 */
export async function leadToPicture(
  deps: Deps,
  tx: Tx,
  { path: given, pictureId, articleId, runId }: { path: string; pictureId: string; articleId: string; runId: string },
  isRoute: IsRoute,
): Promise<void> {
  const path = normalizeOldPath(given);
  if (path === null || path.startsWith('/?')) return;
  for (const address of [path, ...largerPicturePaths(path)])
    if (!isRoute(address))
      await tx
        .insertInto('old_address')
        .values({ path: address, article_id: articleId, picture_id: pictureId, run_id: runId, added_at: now(deps) })
        .onConflict((known) => known.doNothing())
        .execute();
}
