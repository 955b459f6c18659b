import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { finish, type Holder, type JobKind, type Lease, release, renew, take } from '#runtime/jobs/jobs.ts';

// One process at a time sends a brief. What it does to a delivery counts only while the delivery is its own: a process that
// slept and lost the send cannot write the end of an email any more.

/** The send of a brief, by its day. */
export const SENDS: JobKind = { name: 'send brief', seconds: 60 };

/**
 * Takes or renews the send of a brief. The process that takes it over puts taken deliveries back: their emails had no end, so
 * the mail server discarded them. Offered ones become uncertain. Null when another process sends it.
 */
export async function acquireSend(deps: Deps, day: string, me: Holder): Promise<Lease | null> {
  return deps.db.write(async (tx) => {
    const send = await tx.selectFrom('brief_send').select('brief_day').where('brief_day', '=', day).executeTakeFirst();
    const lease = send ? await take(deps, tx, { kind: SENDS, key: day }, me) : null;
    if (lease && lease.previous !== me.name) await recover(deps, tx, day);
    return lease;
  });
}

/** Extends the lease; false when another process has taken it. */
export function renewSend(deps: Deps, lease: Lease): Promise<boolean> {
  return deps.db.write((tx) => renew(deps, tx, lease));
}

/** Gives the send back, with the reason why it does not go on at the moment. One that is over is not taken again. */
export async function leaveSend(deps: Deps, lease: Lease, trouble: string | null): Promise<void> {
  await deps.db.write(async (tx) => {
    const brief = await tx.selectFrom('brief').select('state').where('day', '=', lease.key).executeTakeFirst();
    const isMine = brief?.state === 'sending' ? await release(deps, tx, lease) : await finish(tx, lease);
    if (!isMine) return;
    await tx.updateTable('brief_send').set({ trouble }).where('brief_day', '=', lease.key).execute();
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
