import { findWithdrawal } from '#brief/issues/material.ts';
import { findRecipient, type Recipient } from '#brief/subscribers/audience.ts';
import type { Tx } from '#db/database.ts';
import { lockSubscriber } from '#db/schema/dialect.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { keysOf } from '#runtime/jobs/jobs.ts';
import type { Candidate, DeliveryState } from './delivery.ts';
import { SENDS } from './lease.ts';

// The steps of one delivery. Each is a conditional update: it changes nothing when the delivery is not this process's any more.

/** The states of a brief in which its deliveries may go out; in a sent one these are uncertain ones to be sent again. */
export const GOING_OUT = ['sending', 'sent'] as const;

/** What this process sends, under its name as the holder: a revision, and the creative of the ad in it. */
export type Outgoing = { day: string; holder: string; revision: number; creativeId: string | null };

/** A delivery in the hands of this process. */
export type Holding = Outgoing & { subscriberId: string };

/** Waiting deliveries whose time has come, except those to `blocked` domains. */
export async function listCandidates(
  deps: Deps,
  day: string,
  { blocked, limit }: { blocked: readonly string[]; limit: number },
): Promise<Candidate[]> {
  let query = deps.db.read
    .selectFrom('brief_delivery')
    .select(['subscriber_id', 'domain'])
    .where('brief_day', '=', day)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now(deps));
  if (blocked.length > 0) query = query.where('domain', 'not in', blocked);
  const rows = await query.orderBy('due_at').orderBy('subscriber_id').limit(limit).execute();
  return rows.map(({ subscriber_id, domain }) => ({ subscriberId: subscriber_id, domain }));
}

/**
 * Takes a waiting delivery. `skipped`: the subscriber has left. `over`: the brief was held, its ad was withdrawn, or another
 * process sends it.
 */
export function takeDelivery(deps: Deps, holding: Holding): Promise<Recipient | 'skipped' | 'over'> {
  const { day, subscriberId, holder } = holding;
  return deps.db.write(async (tx) => {
    if (!(await isGoingOut(tx, holding))) return 'over';
    const recipient = await findRecipient(deps, tx, subscriberId);
    const { numUpdatedRows } = await tx
      .updateTable('brief_delivery')
      .set(recipient ? { state: 'taken', holder } : { state: 'skipped', ended_at: now(deps) })
      .set(({ eb }) => ({ tries: eb('tries', '+', recipient ? 1 : 0) }))
      .where('brief_day', '=', day)
      .where('subscriber_id', '=', subscriberId)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    return numUpdatedRows === 1n && recipient ? recipient : 'skipped';
  });
}

/**
 * Marks a taken delivery as offered. The caller writes the end of the email only when this returned `offered`. `skipped`: the
 * subscriber has left. `lost`: the brief was held, its ad was withdrawn, or another process has the delivery.
 */
export function offerDelivery(deps: Deps, holding: Holding): Promise<'offered' | 'skipped' | 'lost'> {
  const { subscriberId } = holding;
  return deps.db.write(async (tx) => {
    if (!(await isGoingOut(tx, holding))) return 'lost';
    await lockSubscriber(deps.db.kind, tx, subscriberId);
    const hasLeft = (await findRecipient(deps, tx, subscriberId)) === null;
    const { numUpdatedRows } = await mine(tx, holding, ['taken'])
      .set(hasLeft ? { state: 'skipped', holder: null, ended_at: now(deps) } : { state: 'offered' })
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return 'lost';
    return hasLeft ? 'skipped' : 'offered';
  });
}

/** Records the answer of the mail server; also for a delivery that another process has meanwhile marked as uncertain. */
export async function endDelivery(
  deps: Deps,
  holding: Holding,
  state: Extract<DeliveryState, 'accepted' | 'refused' | 'uncertain'>,
  code: string | null,
): Promise<void> {
  await deps.db.write((tx) =>
    mine(tx, holding, ['taken', 'offered', 'uncertain'])
      .set({ state, answer_code: code, ended_at: now(deps), holder: state === 'uncertain' ? holding.holder : null })
      .execute(),
  );
}

/** Puts a delivery back: it is taken again in `seconds`. */
export async function postponeDelivery(
  deps: Deps,
  holding: Holding,
  seconds: number,
  code: string | null,
): Promise<void> {
  const due = inSeconds(deps, seconds);
  await deps.db.write((tx) =>
    mine(tx, holding, ['taken', 'offered', 'uncertain'])
      .set({ state: 'waiting', holder: null, due_at: due, answer_code: code, ended_at: null })
      .execute(),
  );
}

function mine(tx: Tx, { day, subscriberId, holder }: Holding, states: readonly DeliveryState[]) {
  return tx
    .updateTable('brief_delivery')
    .where('brief_day', '=', day)
    .where('subscriber_id', '=', subscriberId)
    .where('holder', '=', holder)
    .where('state', 'in', states);
}

/** Whether the brief is being sent, by this process, in this revision, and its ad is still accepted. */
async function isGoingOut(tx: Tx, { day, holder, revision, creativeId }: Outgoing): Promise<boolean> {
  if (creativeId !== null && (await findWithdrawal(tx, creativeId)) !== null) return false;
  const row = await tx
    .selectFrom('brief')
    .select('day')
    .where('day', '=', day)
    .where('state', 'in', GOING_OUT)
    .where('approved_revision', '=', revision)
    .where('day', 'in', keysOf(tx, SENDS, holder))
    .executeTakeFirst();
  return row !== undefined;
}
