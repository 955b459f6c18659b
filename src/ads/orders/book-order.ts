import { type AdPlacement, isExclusive, placementsOf } from '#ads/catalog/ad-calendar.ts';
import { unitName } from '#ads/catalog/catalog.ts';
import { categoryLabel } from '#ads/catalog/categories.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { isForeignKeyError, isUniqueError } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { findConflicts } from './conflicts.ts';
import { formatDays, mailBoth } from './emails.ts';
import { requireNotHeld } from './holds.ts';
import { findInvoiceOf } from './invoices.ts';
import { type AdDeskSettings, getOrder, type Order, transitionOrder } from './orders.ts';
import { reserveSlots } from './slots.ts';

/**
 * Books the run of an invoiced order: all days and sends of all its places, or none. The database itself refuses a day that
 * another order holds, and a hold of another order keeps its days. An unpaid order needs `onCreditBecause`, and one whose
 * product may be that of a sponsor of its issue needs `differsBecause`.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed (unpaid, or too late), already_exists (taken, or its Field Brief
 * was sent)
 */
export async function bookOrder(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  {
    orderId,
    onCreditBecause = null,
    differsBecause = null,
  }: { orderId: string; onCreditBecause?: string | null; differsBecause?: string | null },
): Promise<Order> {
  requireAdDesk(actor, 'book a flight');
  try {
    return await deps.db.write((tx) => book(deps, tx, actor, { site, orderId, onCreditBecause, differsBecause }));
  } catch (error) {
    if (!isUniqueError(error) && !isForeignKeyError(error)) throw error;
    throw await deps.db.write(async (tx) => {
      const refusal = await conflictFailure(tx, orderId); // read in a write: the winning booking may not be committed yet
      await tx.updateTable('ad_order').set({ booking_refused: refusal.message }).where('id', '=', orderId).execute();
      return refusal;
    });
  }
}

type Booking = { orderId: string; onCreditBecause: string | null; differsBecause: string | null };

async function book(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { site, orderId, onCreditBecause, differsBecause }: { site: AdDeskSettings } & Booking,
): Promise<Order> {
  const order = await transitionOrder(deps, tx, actor, {
    orderId,
    from: ['invoiced'],
    to: 'booked',
    act: 'ad.booked',
    set: { trouble: null, booking_refused: null },
    detail: {
      ...(onCreditBecause !== null && { onCreditBecause }),
      ...(differsBecause !== null && { differsBecause }),
    },
  });
  if (order.startsOn <= now(deps).slice(0, 10))
    throw new Failure('validation_failed', `Its first day, ${order.startsOn}, is not in the future.`, {
      hint: 'Agree on other dates with the advertiser, then change them here.',
    });
  if (onCreditBecause === null) await requirePaid(tx, order);
  if (differsBecause === null) await requireOtherProduct(deps, tx, order);
  const parts = await reserveRuns(deps, tx, order);
  const lines = parts.map((part) => `- ${unitName(part.place)}: ${formatDays(part)}`).join('\n');
  await mailBoth(deps, tx, site, {
    order,
    about: 'ad.booked',
    text: `Your ad runs on these days (UTC, first and last day included):\n\n${lines}\n\nYou can cancel in writing until 14 days before the start.`,
  });
  return order;
}

/** Reserves all days of an order and writes its runs. @throws already_exists, and the database error when a slot is taken */
export async function reserveRuns(deps: Deps, tx: Tx, order: Order): Promise<AdPlacement[]> {
  const parts = placementsOf(order.unit, order);
  await requireUnsent(tx, parts);
  await requireNotHeld(tx, order.id, parts, now(deps).slice(0, 10));
  await reserveSlots(tx, order, parts);
  for (const { place, startsOn, endsOn } of parts) {
    await tx.insertInto('ad_run').values({ order_id: order.id, place, starts_on: startsOn, ends_on: endsOn }).execute();
  }
  await logPlacement(deps, tx, 'ads'); // the public table of free dates changes too
  return parts;
}

/** A person says whether two categories are one product, where at least one of them was typed. */
async function requireOtherProduct(deps: Deps, tx: Tx, order: Order): Promise<void> {
  const [conflicts = []] = await findConflicts(tx, [order], now(deps).slice(0, 10));
  const similar = conflicts.find(({ kind }) => kind === 'similar');
  if (!similar) return;
  throw new Failure(
    'validation_failed',
    `${similar.words} (order ${similar.reference}). A sponsor is the only advertiser of its category.`,
    {
      hint: 'Say why the products differ, or correct the product category of this order.',
    },
  );
}

async function requirePaid(tx: Tx, { id, reference }: Order): Promise<void> {
  const invoice = await findInvoiceOf(tx, id);
  if (invoice?.paidOn) return;
  throw new Failure('validation_failed', `The invoice of order ${reference} is not paid.`, {
    hint: 'Record the payment first, or give the reason for booking on credit.',
  });
}

/** The Tuesday of a brief may have begun in its zone while it is Monday by UTC. */
async function requireUnsent(tx: Tx, parts: readonly AdPlacement[]): Promise<void> {
  const day = parts.find(({ place }) => place === 'field-brief')?.startsOn ?? '';
  const brief = await tx
    .selectFrom('brief')
    .select('day')
    .where('day', '=', day)
    .where('state', 'in', ['sending', 'sent'])
    .executeTakeFirst();
  if (brief) throw slotTaken(`The Field Brief of ${day} has been sent already.`);
}

/** The error that names the order which holds a wanted day or category. */
async function conflictFailure(tx: Tx, orderId: string): Promise<Failure> {
  const order = await getOrder(tx, orderId);
  for (const { place, startsOn, endsOn } of placementsOf(order.unit, order)) {
    if (!isExclusive(place)) continue;
    const held = await tx
      .selectFrom('ad_slot')
      .innerJoin('advertiser', 'advertiser.id', 'ad_slot.advertiser_id')
      .select(['day', 'advertiser.name'])
      .where('place', '=', place)
      .where('day', '>=', startsOn)
      .where('day', '<=', endsOn)
      .where('order_id', '<>', order.id)
      .orderBy('day')
      .limit(1)
      .executeTakeFirst();
    if (held) return slotTaken(`${held.name} holds ${place} on ${held.day}.`);
  }
  return slotTaken(
    `The product category “${categoryLabel(order.category)}” belongs to another advertiser in one of its issues.`,
  );
}

function slotTaken(message: string): Failure {
  return new Failure('already_exists', `${message} Nothing was booked.`, {
    hint: 'The page Avails shows free days. Change the dates of this order, or cancel it.',
  });
}
