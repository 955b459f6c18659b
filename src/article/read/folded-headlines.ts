import { foldForSearch } from '../../core/tokenize.ts';
import type { Tx } from '../../db/database.ts';
import { isAmong } from '../../db/schema/dialect.ts';

/** A cache of folded headlines and deks, last used last. A revision never changes, so no entry goes stale. */
const MOST_KEPT = 20_000;
const kept = new Map<string, string>();

type Article = { id: string; latest_revision: number };

/** The folded headline and dek of each article's latest revision, in the same order; read from the database when not cached. */
export async function foldedHeadlines(tx: Tx, articles: readonly Article[]): Promise<string[]> {
  const unknown = articles.filter((one) => !kept.has(keyOf(one)));
  const read = unknown.length === 0 ? new Map<string, string>() : await readFolded(tx, unknown);
  const folded = articles.map((one) => kept.get(keyOf(one)) ?? read.get(keyOf(one)) ?? '');
  for (const [key, text] of read) kept.set(key, text);
  for (const key of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(key);
  }
  return folded;
}

async function readFolded(tx: Tx, articles: readonly Article[]): Promise<Map<string, string>> {
  const ids = articles.map((one) => one.id);
  const rows = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .select(['article.id', 'article.latest_revision', 'revision.headline', 'revision.dek'])
    .where(isAmong(tx, 'article.id', ids))
    .execute();
  return new Map(rows.map((row) => [keyOf(row), foldForSearch(`${row.headline} ${row.dek}`)]));
}

function keyOf({ id, latest_revision: revision }: Article): string {
  return `${id} ${revision}`;
}
