import { daysBetween } from '#ads/catalog/ad-calendar.ts';
import { PROGRAM, placeOf } from '#ads/catalog/units.ts';
import { type Actor, requireAdDesk, requireChief, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { ATTACHED, type CreditNote, creditNoteAttachment, issueCreditNote, reversalText } from './credit-notes.ts';
import { mailBoth } from './emails.ts';
import { findInvoiceOf } from './invoices.ts';
import { type AdDeskSettings, getOrder, type Order, type OrderState, transitionOrder } from './orders.ts';
import { releaseSlots } from './slots.ts';

/** An advertiser may cancel until this many days before the start (the catalog's terms). */
export const CANCEL_DAYS = 14;

const NOT_ENDED: readonly OrderState[] = ['inquiry', 'creative in', 'accepted', 'invoiced', 'booked', 'running'];

export type Cancellation = {
  /** The advertiser's letter or email; for the publisher's own cancellation, the reason. */
  inWriting: string;
  /** The day the advertiser's letter or email arrived; the 14 days count from it. Today when not given. */
  arrivedOn?: string;
  /** A chief's reason for a cancellation later than the terms allow. */
  lateBecause: string | null;
  /** Who cancels. The advertiser when not given. */
  by?: 'advertiser' | 'publisher';
};

/**
 * Cancels an order. An advertiser cancels in writing, at least 14 days before the start; later only a chief can cancel, with a
 * reason. The publisher gives a reason, too; only a chief cancels a booked order. The days become free, a running ad
 * leaves every page at once, and a credit note reverses the invoice.
 * @throws forbidden (writers and agents; editors when it is late), not_found, already_done, validation_failed
 */
export async function cancelOrder(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  {
    orderId,
    inWriting,
    arrivedOn = now(deps).slice(0, 10),
    lateBecause,
    by = 'advertiser',
  }: { orderId: string } & Cancellation,
): Promise<Order> {
  requireAdDesk(actor, 'cancel an order');
  if (inWriting === '')
    throw new Failure('validation_failed', 'A cancellation must be in writing, with a reason.', {
      hint: 'Name the letter or email of the advertiser. If we cancel, give the reason.',
    });
  return deps.db.write(async (tx) => {
    const before = await getOrder(tx, orderId);
    if (by === 'publisher') requireOwnRight(actor, before);
    else requireInTime(deps, actor, { order: before, arrivedOn, lateBecause });
    const written = by === 'publisher' ? `By the publisher: ${inWriting}` : `${inWriting}, arrived ${arrivedOn}`;
    const reason = lateBecause === null ? written : `${written} (${lateBecause})`;
    const order = await transitionOrder(deps, tx, actor, {
      orderId,
      from: NOT_ENDED,
      to: 'cancelled',
      act: 'ad.cancelled',
      set: { reason, trouble: null, booking_refused: null },
      detail: {
        by,
        inWriting,
        ...(by === 'advertiser' && { arrivedOn }),
        ...(lateBecause !== null && { lateBecause }),
        was: before.state,
      },
    });
    if (before.state === 'booked' || before.state === 'running') await stopRuns(deps, tx, order);
    const note = await reverseInvoice(deps, tx, actor, { site, order });
    const money = note ? `${reversalText(note)}\n\n${ATTACHED}` : 'The order has no open invoice: you owe nothing.';
    const why =
      by === 'publisher'
        ? `We are sorry: we have to cancel your order. The reason: ${inWriting}`
        : `Your order is cancelled, as you asked: ${inWriting}.`;
    await mailBoth(deps, tx, site, {
      order,
      about: by === 'publisher' ? 'ad.cancelled_by_publisher' : 'ad.cancelled',
      text: `${why}\n\n${money}`,
      ...(note && { attachment: creditNoteAttachment(note) }),
    });
    return order;
  });
}

/** Reverses the invoice of a cancelled order; null when it has none. */
async function reverseInvoice(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { site, order }: { site: AdDeskSettings; order: Order },
): Promise<CreditNote | null> {
  const invoice = await findInvoiceOf(tx, order.id);
  return (
    invoice && issueCreditNote(deps, tx, actor, { site, invoice, reason: `Order ${order.reference} is cancelled.` })
  );
}

/** Whether `day` is too late for a cancellation. An order that is not accepted yet is never too late. */
export function isLate({ state, startsOn }: Order, day: string): boolean {
  if (state === 'inquiry' || state === 'creative in') return false;
  return daysBetween(day, startsOn) < CANCEL_DAYS;
}

/** The day the letter arrived counts, not the day an editor handles it. */
function requireInTime(
  deps: Deps,
  actor: Actor,
  { order, arrivedOn, lateBecause }: { order: Order; arrivedOn: string; lateBecause: string | null },
): void {
  if (arrivedOn > now(deps).slice(0, 10) || arrivedOn < order.openedAt.slice(0, 10))
    throw new Failure(
      'validation_failed',
      'The letter must arrive after the order was opened, and not in the future.',
      {
        hint: 'Check the day it arrived. Days are UTC.',
      },
    );
  if (isLate(order, arrivedOn)) requireReason(actor, order, lateBecause);
}

function requireOwnRight(actor: Actor, { state, reference }: Order): void {
  if (state === 'booked' || state === 'running') requireChief(actor, `cancel order ${reference}, which is ${state}`);
}

/**
 * Closes an order that ran. The advertiser gets the proof of performance.
 * @throws forbidden (writers and agents), not_found, already_done
 */
export async function closeOrder(deps: Deps, actor: Actor, site: AdDeskSettings, orderId: string): Promise<Order> {
  requireAdDesk(actor, 'close an order');
  return deps.db.write(async (tx) => {
    const order = await transitionOrder(deps, tx, actor, {
      orderId,
      from: ['ran'],
      to: 'closed',
      act: 'ad.closed',
    });
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.closed',
      text: 'Your ad has run. The proof of performance is attached as PDF: on which pages and when it was shown. We count no readers.',
      attachment: `proof ${order.id}`,
    });
    return order;
  });
}

async function stopRuns(deps: Deps, tx: Tx, order: Order): Promise<void> {
  await releaseSlots(tx, order);
  await tx
    .updateTable('ad_run')
    .set({ ended_at: now(deps) })
    .where('order_id', '=', order.id)
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .execute();
  await tx.deleteFrom('ad_run').where('order_id', '=', order.id).where('started_at', 'is', null).execute();
  await logPlacement(deps, tx, 'ads');
}

function requireReason(actor: Actor, { reference, startsOn }: Order, lateBecause: string | null): void {
  requireChief(actor, `cancel order ${reference} less than ${CANCEL_DAYS} days before ${startsOn}`);
  if (lateBecause) return;
  throw new Failure('validation_failed', `Less than ${CANCEL_DAYS} days are left until ${startsOn}.`, {
    hint: 'Give the reason for the late cancellation.',
  });
}

/**
 * Ends a running order when no part of it still runs or can still start. An order of which nothing ran stays booked, with its
 * warning.
 */
export async function finishOrder(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  { orderId, today }: { orderId: string; today: string },
): Promise<void> {
  const { state } = await getOrder(tx, orderId);
  if (state !== 'running' || (await isStillToRun(tx, orderId, today))) return;
  const order = await transitionOrder(deps, tx, SYSTEM, {
    orderId,
    from: ['running'],
    to: 'ran',
    act: 'ad.ran',
  });
  const text =
    placeOf(order.unit) === PROGRAM
      ? 'The last day of your custom program has passed.'
      : 'The last day of your ad has passed, and it is no longer shown. You will get the proof of performance, which says where and when it was shown.';
  await mailBoth(deps, tx, site, { order, about: 'ad.ran', text });
}

/** Whether any part of an order still runs or can still start. */
async function isStillToRun(tx: Tx, orderId: string, today: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ad_run')
    .select('place')
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .where('missed_at', 'is', null)
    .where((is) => is.or([is('started_at', 'is not', null), is('ends_on', '>=', today)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
