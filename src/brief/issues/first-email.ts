import type { Tx } from '#db/database.ts';
import type { BriefRecord } from './brief-record.ts';

/** Whether the first email of a brief may have gone out: a delivery of it was taken. */
export async function hasGoneOut(tx: Tx, day: string): Promise<boolean> {
  const row = await tx
    .selectFrom('brief_delivery')
    .select('state')
    .where('brief_day', '=', day)
    .where((is) => is.or([is('state', '<>', 'waiting'), is('tries', '>', 0)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a brief can be changed: until its audience is frozen, and after that while it is held and nothing has gone out. */
export async function isChangeable(tx: Tx, { day, state, begunAt }: BriefRecord): Promise<boolean> {
  if (state === 'sending' || state === 'sent') return false;
  return begunAt === null || (state === 'held' && !(await hasGoneOut(tx, day)));
}
