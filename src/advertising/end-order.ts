import type { Tx } from '../db/database.ts';
import { type Actor, requireChief, requireEditorial } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import { now, type Press } from '../ground/press.ts';
import { logPlacement } from '../ground/publication-log.ts';
import { daysBetween } from './ad-calendar.ts';
import { writeBoth } from './letters.ts';
import { type AdHouse, getOrder, type Order, type OrderState, stepOrder } from './order.ts';
import { releaseSlots } from './slots.ts';

/** Days before the start until which an advertiser may cancel (the catalog's terms). */
export const CANCEL_DAYS = 14;

const NOT_ENDED: readonly OrderState[] = ['inquiry', 'creative in', 'accepted', 'invoiced', 'booked', 'running'];

export type Cancellation = {
  /** How the advertiser wrote: the letter or mail, and its day. */
  inWriting: string;
  /** Why a chief lets it be cancelled later than the terms say. */
  lateBecause: string | null;
};

/**
 * Cancels an order: in writing, at least 14 days before the start; later only by a chief with a reason. What it held is
 * free again; what runs is taken off every page at once.
 * @throws forbidden (writers and agents; editors when it is late), not_found, already_done, validation_failed
 */
export async function cancelOrder(
  press: Press,
  actor: Actor,
  house: AdHouse,
  orderId: string,
  { inWriting, lateBecause }: Cancellation,
): Promise<Order> {
  requireEditorial(actor, 'cancel an order');
  if (inWriting === '')
    throw new Failure('validation_failed', 'A cancellation comes in writing.', {
      hint: 'Name the letter or mail, and its day.',
    });
  return press.db.write(async (tx) => {
    const found = await getOrder(tx, orderId);
    if (isLate(press, found)) requireReason(actor, found, lateBecause);
    const reason = lateBecause === null ? inWriting : `${inWriting} (${lateBecause})`;
    const order = await stepOrder(press, tx, actor, orderId, {
      from: NOT_ENDED,
      to: 'cancelled',
      act: 'ad.cancelled',
      set: { reason, trouble: null },
      detail: { inWriting, ...(lateBecause !== null && { lateBecause }), was: found.state },
    });
    if (found.state === 'booked' || found.state === 'running') await takeDown(press, tx, order);
    await writeBoth(press, tx, house, order, {
      about: 'ad.cancelled',
      subject: 'Your order is cancelled',
      text: `Your order is cancelled, as you asked: ${inWriting}.`,
    });
    return order;
  });
}

/** Whether less is left until the start than the terms ask for. Before anything is agreed nothing can be late. */
export function isLate(press: Press, { state, startsOn }: Order): boolean {
  if (state === 'inquiry' || state === 'creative in') return false;
  return daysBetween(now(press).slice(0, 10), startsOn) < CANCEL_DAYS;
}

/**
 * Closes an order that ran; its proof can be made again at any time.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed (no proof was made)
 */
export async function closeOrder(press: Press, actor: Actor, house: AdHouse, orderId: string): Promise<Order> {
  requireEditorial(actor, 'close an order');
  return press.db.write(async (tx) => {
    const order = await stepOrder(press, tx, actor, orderId, { from: ['ran'], to: 'closed', act: 'ad.closed' });
    const proof = await tx
      .selectFrom('proof')
      .select('id')
      .where('order_id', '=', order.id)
      .limit(1)
      .executeTakeFirst();
    if (!proof)
      throw new Failure('validation_failed', 'The advertiser has no proof of the run yet.', {
        hint: 'Make the proof first.',
      });
    await writeBoth(press, tx, house, order, {
      about: 'ad.closed',
      subject: 'Your run is complete',
      text: 'Your ad has run. The ad desk sends the signed proof of where it stood and when. We count no readers.',
    });
    return order;
  });
}

async function takeDown(press: Press, tx: Tx, order: Order): Promise<void> {
  await releaseSlots(tx, order);
  await tx
    .updateTable('ad_run')
    .set({ ended_at: now(press) })
    .where('order_id', '=', order.id)
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .execute();
  await tx.deleteFrom('ad_run').where('order_id', '=', order.id).where('started_at', 'is', null).execute();
  await logPlacement(press, tx, 'ads');
}

function requireReason(actor: Actor, { reference, startsOn }: Order, lateBecause: string | null): void {
  requireChief(actor, `cancel order ${reference} less than ${CANCEL_DAYS} days before ${startsOn}`);
  if (lateBecause) return;
  throw new Failure('validation_failed', `Less than ${CANCEL_DAYS} days are left until ${startsOn}.`, {
    hint: 'Say why it is cancelled all the same.',
  });
}
