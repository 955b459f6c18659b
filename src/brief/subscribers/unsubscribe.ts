import { setTimeout as sleep } from 'node:timers/promises';
import { SENDS } from '#brief/sending/lease.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { heldKeys } from '#runtime/jobs/jobs.ts';
import { endSubscriberLinks } from './links.ts';
import type { SubscriberRecord } from './subscribe.ts';
import { recordState, type StateReason, suppressAddress } from './subscriber.ts';
import { hashToken } from './tokens.ts';

/** Longest wait for an email whose end is being written, in milliseconds, and the time between two looks at it. */
const LONGEST_WAIT = 1000;
const LOOK_EVERY = 10;

/**
 * Unsubscribes the owner of a token. It returns nothing: an unknown token, an erased and an unsubscribed subscriber get the
 * same answer. When it returns, the end of an email to this subscriber was written before, or is never written.
 */
export async function unsubscribe(deps: Deps, token: string): Promise<void> {
  if (!(await findByToken(deps.db.read, token, ['confirmed', 'pending']))) return;
  const id = await deps.db.write(async (tx) => {
    const row = await findByToken(tx, token, ['confirmed', 'pending']);
    if (!row) return null;
    return (await unsubscribeRow(deps, tx, row, { reason: 'unsubscribed' })) ? row.id : null;
  });
  if (id !== null) await waitForOffered(deps, id);
}

/** Unsubscribes a row in the transaction of the caller. False when another process changed it meanwhile. */
export async function unsubscribeRow(
  deps: Deps,
  tx: Tx,
  row: SubscriberRecord,
  why: { reason: StateReason; by?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriber')
    .set({ state: 'unsubscribed', reason: why.reason, unsubscribed_at: now(deps) })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await suppressAddress(deps, tx, { key: row.address_key ?? '' }, 'unsubscribed');
  await endSubscriberLinks(tx, row.id);
  const was = row.state === 'pending' ? 'pending' : 'confirmed';
  await recordState(deps, tx, { id: row.id, was, state: 'unsubscribed', ...why });
  return true;
}

/**
 * Waits until the mail server has answered to an email that was offered before the subscriber left. A mail server that takes
 * longer than `LONGEST_WAIT` got the end of the email long before.
 */
async function waitForOffered(deps: Deps, subscriberId: string): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAIT; waited += LOOK_EVERY) {
    const { read } = deps.db;
    const offered = await read
      .selectFrom('brief_delivery')
      .select('state')
      .where('brief_day', 'in', heldKeys(deps, read, SENDS))
      .where('subscriber_id', '=', subscriberId)
      .where('state', '=', 'offered')
      .executeTakeFirst();
    if (!offered) return;
    await sleep(LOOK_EVERY);
  }
}

/** The subscriber with this token, if its state is one of `states`. */
export async function findByToken(
  tx: Tx,
  token: string,
  states: readonly string[],
): Promise<SubscriberRecord | undefined> {
  return tx
    .selectFrom('subscriber')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('state', 'in', states)
    .executeTakeFirst();
}
