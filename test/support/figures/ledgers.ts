import { getRevisionRow } from '#article/article-rows.ts';
import { readLedger } from '#evidence/figures/ledger.ts';
import type { TestSite } from '../site.ts';

/** The anchors of the figures of a revision, in reading order. */
export async function anchorsOf({ deps }: TestSite, articleId: string, revision = 0): Promise<string[]> {
  const { figures } = await readLedger(deps.db.read, await getRevisionRow(deps.db.read, articleId, revision));
  return figures.map(({ anchor }) => anchor);
}
