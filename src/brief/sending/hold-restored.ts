import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../runtime/deps.ts';
import { holdBrief } from '../issues/plan.ts';

/**
 * Holds every brief that this copy of the data would send: the original may have sent it since. Deliveries that were to be sent
 * again become uncertain. Returns the days of the held briefs.
 */
export async function holdUnfinishedBriefs(deps: Deps, actor: Actor, because: string): Promise<string[]> {
  const rows = await deps.db.read
    .selectFrom('brief')
    .select('day')
    .where('state', 'in', ['scheduled', 'sending'])
    .orderBy('day')
    .execute();
  for (const { day } of rows) await holdBrief(deps, actor, day, because);
  await deps.db.write(async (tx) => {
    await tx.updateTable('brief_send').set({ sender: null }).where('sender', 'is not', null).execute();
    await tx
      .updateTable('brief_delivery')
      .set({ state: 'uncertain' })
      .where('state', '=', 'waiting')
      .where('brief_day', 'in', tx.selectFrom('brief').select('day').where('state', '=', 'sent'))
      .execute();
  });
  return rows.map(({ day }) => day);
}
