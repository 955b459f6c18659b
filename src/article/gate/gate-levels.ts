import type { Tx } from '../../db/database.ts';
import type { Policy } from '../../runtime/deps.ts';
import type { FigureEntry, GateEntry } from '../model/gate-entry.ts';

/** The gate's entries at the levels the house has set, those let pass by a chief as warnings. */
export async function atLevels(
  tx: Tx,
  { article_id, number }: { article_id: string; number: number },
  entries: readonly FigureEntry[],
  { gateLevels }: Pick<Policy, 'gateLevels'>,
): Promise<FigureEntry[]> {
  const set = entries.map((entry) => ({ ...entry, severity: gateLevels?.[entry.code] ?? entry.severity }));
  if (!set.some(({ severity }) => severity === 'block')) return set;
  const passed = await tx
    .selectFrom('gate_override')
    .select(['code', 'path', 'anchor'])
    .where('article_id', '=', article_id)
    .where('revision', '=', number)
    .execute();
  if (passed.length === 0) return set;
  const keys = new Set(passed.map(keyOf));
  return set.map((entry) => (entry.severity === 'block' && keys.has(keyOf(entry)) ? letPass(entry) : entry));
}

/** An entry as it is told: without the anchor of its figure, which is for the newsroom. */
export function toldAs({ anchor: _, ...entry }: FigureEntry): GateEntry {
  return entry;
}

/** The figure is the same whether it is open or waits to be confirmed. */
function keyOf({ code, path, anchor }: { code: string; path: string; anchor?: string | null }): string {
  return anchor ? `figure ${anchor}` : `${code} ${path}`;
}

function letPass(entry: FigureEntry): FigureEntry {
  return { ...entry, severity: 'warn', message: `${entry.message} A chief let it pass.` };
}
