import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';

// One process at a time sends a brief. What it does to a delivery counts only while the delivery is its own: a process that
// slept and lost the send cannot write the end of an email any more.

/** Seconds until another process takes over from one that does not renew the lease. */
const LEASE = 60;

/** This process, and how it knows that another one has ended. */
export type SenderIdentity = { name: string; hasEnded: (name: string) => boolean };

/**
 * Takes or renews the lease of a send. The process that takes it over puts taken deliveries back: their emails had no end, so
 * the mail server discarded them. Offered ones become uncertain.
 */
export async function acquireSend(deps: Deps, day: string, me: SenderIdentity): Promise<boolean> {
  return deps.db.write(async (tx) => {
    const send = await tx.selectFrom('brief_send').selectAll().where('brief_day', '=', day).executeTakeFirst();
    if (!send) return false;
    const { sender, sender_until: until } = send;
    const isFree = sender === null || sender === me.name || (until ?? '') < now(deps) || me.hasEnded(sender);
    if (!isFree) return false;
    let query = tx
      .updateTable('brief_send')
      .set({ sender: me.name, sender_until: inSeconds(deps, LEASE) })
      .where('brief_day', '=', day);
    query = sender === null ? query.where('sender', 'is', null) : query.where('sender', '=', sender);
    if ((await query.executeTakeFirst()).numUpdatedRows !== 1n) return false;
    if (sender !== me.name) await recover(deps, tx, day);
    return true;
  });
}

/** Extends the lease; false when another process has taken it. */
export async function renewSend(deps: Deps, day: string, me: SenderIdentity): Promise<boolean> {
  const { numUpdatedRows } = await deps.db.write((tx) =>
    tx
      .updateTable('brief_send')
      .set({ sender_until: inSeconds(deps, LEASE) })
      .where('brief_day', '=', day)
      .where('sender', '=', me.name)
      .executeTakeFirst(),
  );
  return numUpdatedRows === 1n;
}

/** Gives the lease back, with the reason why the send does not go on at the moment. */
export async function leaveSend(deps: Deps, day: string, me: SenderIdentity, trouble: string | null): Promise<void> {
  await deps.db.write(async (tx) => {
    await tx
      .updateTable('brief_send')
      .set({ sender: null, trouble })
      .where('brief_day', '=', day)
      .where('sender', '=', me.name)
      .execute();
  });
}

async function recover(deps: Deps, tx: Tx, day: string): Promise<void> {
  const those = tx.updateTable('brief_delivery').where('brief_day', '=', day);
  await those.set({ state: 'waiting', holder: null }).where('state', '=', 'taken').execute();
  // The holder stays: a process that is alive after all may still write the answer that it gets.
  await those
    .set({ state: 'uncertain', answer_code: null, ended_at: now(deps) })
    .where('state', '=', 'offered')
    .execute();
}
