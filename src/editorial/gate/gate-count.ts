import { getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import type { GateEntry } from '#article/gate-entry.ts';
import { SYSTEM } from '#core/actor.ts';
import { prepared, type Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { gate, gateOptions } from './gate.ts';

/** Articles counted in one transaction. */
const AT_ONCE = 5;
/** Milliseconds of one run of the job. Readers and writers wait for it, and 100,000 articles at once would take minutes of CPU time. */
export const COUNT_FOR = 200;

/**
 * Stores how many entries the gate of the latest revision has, so that the board can sort by it. The entry about a missing
 * second person is not counted: the stage of the article shows it.
 */
export async function storeGateCounts(tx: Tx, articleId: string, entries: readonly GateEntry[]): Promise<void> {
  const counted = entries.filter((entry) => entry.path !== 'review');
  const blocks = counted.filter((entry) => entry.severity === 'block').length;
  await storeCounts(tx, { articleId, blocks, warns: counted.length - blocks, openNumbers: countOpenNumbers(entries) });
}

type Counts = { articleId: string; blocks: number; warns: number; openNumbers: number };

const storeCounts = prepared((tx, { articleId, blocks, warns, openNumbers }: Counts) =>
  tx
    .updateTable('article')
    .set({ gate_blocks: blocks, gate_warns: warns, open_numbers: openNumbers })
    .where('id', '=', articleId),
);

/** Numbers that are open or wait for an editor; an entry about several says how many. */
function countOpenNumbers(entries: readonly GateEntry[]): number {
  return entries
    .filter(({ code }) => code === 'figure_open' || code === 'figure_unconfirmed')
    .reduce((sum, { count }) => sum + (typeof count === 'number' ? count : 1), 0);
}

/** Runs the gate of an article's latest revision again and stores the counts. */
export async function refreshGateCounts(deps: Deps, tx: Tx, articleId: string): Promise<void> {
  const article = await getArticleRow(tx, articleId);
  const latest = await getRevisionRow(tx, article.id, article.latest_revision);
  await storeGateCounts(tx, article.id, await gate(tx, article, latest, gateOptions(deps, SYSTEM)));
}

/** Counts the gates of articles without counts, such as after an upgrade that cleared them, for at most this many milliseconds. */
export async function countMissingGates(deps: Deps, milliseconds = Number.POSITIVE_INFINITY): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let looked = AT_ONCE; looked === AT_ONCE && performance.now() < end; ) {
    if ((await unseen(deps.db.read, 1)).length === 0) return;
    looked = await deps.db.write(async (tx) => {
      const ids = await unseen(tx, AT_ONCE);
      for (const id of ids) await refreshGateCounts(deps, tx, id);
      return ids.length;
    });
  }
}

async function unseen(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('article')
    .select('id')
    .where('gate_blocks', 'is', null)
    .where('binned_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
