import { rest } from '#core/concurrency.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { countUnindexed, indexArticle } from '#search/index-article.ts';

/** Articles indexed in one transaction, and read from the list of those that wait. */
const AT_ONCE = 20;
const LISTED = 1000;
/** Milliseconds between two reports of the progress. */
const REPORT_EVERY = 10_000;

/**
 * Indexes the live articles that wait for it, the newest first: after an upgrade, a restore, or a change of a tag. Other work goes
 * first. Several processes may run it at once.
 */
export async function indexLive(deps: Deps, report: (left: number) => void = () => {}): Promise<void> {
  let reportedAt = performance.now();
  for (;;) {
    const ids = await listWaiting(deps.db.read);
    if (ids.length === 0) return;
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const began = performance.now();
      await deps.db.write(async (tx) => {
        for (const id of ids.slice(from, from + AT_ONCE)) await indexWaiting(deps, tx, id);
      });
      if (began - reportedAt > REPORT_EVERY) {
        report(await countUnindexed(deps.db.read));
        reportedAt = began;
      }
      if (from + AT_ONCE < ids.length) await rest(performance.now() - began);
    }
  }
}

async function listWaiting(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('search_unindexed')
    .leftJoin('article', 'article.id', 'search_unindexed.article_id')
    .select('search_unindexed.article_id')
    .orderBy('article.published_at', 'desc')
    .orderBy('article_id')
    .limit(LISTED)
    .execute();
  return rows.map((row) => row.article_id);
}

/** The lock keeps the words of a publication that runs at the same time. */
async function indexWaiting(deps: Deps, tx: Tx, id: string): Promise<void> {
  await lockArticle(deps.db.kind, tx, id);
  const waits = await tx
    .selectFrom('search_unindexed')
    .select('article_id')
    .where('article_id', '=', id)
    .executeTakeFirst();
  if (waits) await indexArticle(tx, id);
}
