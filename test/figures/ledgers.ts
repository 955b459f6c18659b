import { readLedger } from '../../src/article/figures/ledger.ts';
import { getRevisionRow } from '../../src/article/model/article-rows.ts';
import type { TestHouse } from '../support/house.ts';

/** The anchors of the figures of a revision, in reading order. */
export async function anchorsOf({ press }: TestHouse, articleId: string, revision = 0): Promise<string[]> {
  const { figures } = await readLedger(press.db.read, await getRevisionRow(press.db.read, articleId, revision));
  return figures.map(({ anchor }) => anchor);
}
