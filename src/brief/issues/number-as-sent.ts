import type { Tx } from '#db/database.ts';

/**
 * Gives a brief the number after the last one that was sent, so that a draft that is never sent leaves no gap. The draft that
 * has this number gets that of this brief. At the approval, earlier briefs that are approved count as sent.
 */
export async function numberAsSent(tx: Tx, day: string, at: 'approval' | 'sending'): Promise<void> {
  const last = await tx
    .selectFrom('brief')
    .select('number')
    .where('day', '!=', day)
    .where((is) =>
      is.or([
        is('sending_at', 'is not', null),
        is('sent_at', 'is not', null),
        ...(at === 'approval' ? [is.and([is('approved_revision', 'is not', null), is('day', '<', day)])] : []),
      ]),
    )
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  const own = await tx.selectFrom('brief').select('number').where('day', '=', day).executeTakeFirstOrThrow();
  if (own.number === number) return;
  const other = await tx.selectFrom('brief').select('day').where('number', '=', number).executeTakeFirst();
  // Numbers are unique at each step of the exchange.
  if (other) await tx.updateTable('brief').set({ number: -number }).where('day', '=', other.day).execute();
  await tx.updateTable('brief').set({ number }).where('day', '=', day).execute();
  if (other) await tx.updateTable('brief').set({ number: own.number }).where('day', '=', other.day).execute();
}
