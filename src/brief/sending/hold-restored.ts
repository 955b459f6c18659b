import { setHeld } from '#brief/issues/plan.ts';
import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import type { JournalDeps } from '#runtime/journal.ts';

/**
 * Holds every brief that a copy of the data would send: the original may have sent it since. Deliveries that were to be sent
 * again become uncertain. It belongs into the transaction that writes the copy, so that no server ever sees one without it.
 * Returns the days of the held briefs.
 */
export async function holdUnfinishedBriefs(
  deps: JournalDeps,
  tx: Tx,
  actor: Actor,
  because: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('brief')
    .select('day')
    .where('state', 'in', ['scheduled', 'sending'])
    .orderBy('day')
    .execute();
  for (const { day } of rows) await setHeld(deps, tx, actor, { day, because });
  await tx
    .updateTable('brief_delivery')
    .set({ state: 'uncertain' })
    .where('state', '=', 'waiting')
    .where('brief_day', 'in', tx.selectFrom('brief').select('day').where('state', '=', 'sent'))
    .execute();
  return rows.map(({ day }) => day);
}
