import { type AdPlacement, addDays, daysOf, isExclusive, placementsOf } from '#ads/catalog/ad-calendar.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { DayRange } from '#core/issue.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { formatDays, mailBoth } from './emails.ts';
import {
  type AdDeskSettings,
  BEFORE_BOOKING,
  deleteHold,
  getOrder,
  lockOrder,
  type Order,
  type OrderState,
  wrongState,
} from './orders.ts';

// A hold keeps the days of an order for its advertiser until a day that an editor sets. The key of the table lets one order
// hold a day. A hold expires: every reader compares its last day with today.

/** Days that a hold lasts when the editor does not change them, and at most. */
export const USUAL_HOLD = 7;
export const LONGEST_HOLD = 30;
/** Rows in one statement: SQLite limits the number of values. */
const AT_ONCE = 100;

/**
 * Holds the days of an order until the end of a day. An order that has a hold gets the new last day.
 * @throws forbidden (writers and agents), not_found, already_done (booked or ended), validation_failed (the last day, or a unit
 * that shows several advertisers at a time), already_exists (another order holds or has booked a day)
 */
export async function holdDays(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { orderId, until }: { orderId: string; until: string },
): Promise<Order> {
  requireAdDesk(actor, 'hold days');
  try {
    return await deps.db.write((tx) => hold(deps, tx, actor, { site, orderId, until }));
  } catch (error) {
    if (!isUniqueError(error)) throw error;
    const { unit, id, startsOn, endsOn } = await getOrder(deps.db.read, orderId);
    await requireNotHeld(deps.db.read, id, placementsOf(unit, { startsOn, endsOn }), today(deps));
    throw taken('Another order holds these days.');
  }
}

async function hold(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { site, orderId, until }: { site: AdDeskSettings; orderId: string; until: string },
): Promise<Order> {
  await lockOrder(tx, orderId.toLowerCase());
  const order = await getOrder(tx, orderId);
  if (!BEFORE_BOOKING.includes(order.state)) throw wrongState(order, BEFORE_BOOKING);
  requireLastDay(order, today(deps), until);
  const parts = placementsOf(order.unit, order).filter(({ place }) => isExclusive(place));
  if (parts.length === 0)
    throw new Failure('validation_failed', 'This unit shows several advertisers at a time: there is nothing to hold.', {
      hint: 'Book it when the invoice is paid.',
    });
  await requireNotBooked(tx, parts);
  await tx.deleteFrom('ad_hold').where('until', '<', today(deps)).execute();
  await deleteHold(tx, order.id);
  const rows = parts.flatMap((part) =>
    daysOf(part).map((day) => ({ place: part.place, day, order_id: order.id, until })),
  );
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx
      .insertInto('ad_hold')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
  await writeJournal(deps, tx, actor, {
    act: 'ad.held',
    subject: { kind: 'ad order', id: order.id },
    detail: { reference: order.reference, until },
  });
  await mailBoth(deps, tx, site, {
    order,
    about: 'ad.held',
    text: `We hold ${formatDays(order)} for you until the end of ${until} (UTC). After that day others can book it.`,
  });
  return order;
}

/**
 * Ends the hold of an order.
 * @throws forbidden (writers and agents), not_found, already_done (no hold)
 */
export async function releaseHold(deps: Deps, actor: Actor, site: AdDeskSettings, orderId: string): Promise<Order> {
  requireAdDesk(actor, 'release days');
  return deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    const until = await findHold(tx, order.id, today(deps));
    if (until === null)
      throw new Failure('already_done', `Order ${order.reference} holds no days.`, { hint: 'No action is needed.' });
    await deleteHold(tx, order.id);
    await writeJournal(deps, tx, actor, {
      act: 'ad.hold_released',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, until },
    });
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.hold_released',
      text: `We no longer hold ${formatDays(order)} for you. Your order stays open, but others can book these days.`,
    });
    return order;
  });
}

/** The last day of an order's hold; null when it has none on `today`. */
export async function findHold(tx: Tx, orderId: string, today: string): Promise<string | null> {
  const row = await tx
    .selectFrom('ad_hold')
    .select('until')
    .where('order_id', '=', orderId)
    .where('until', '>=', today)
    .limit(1)
    .executeTakeFirst();
  return row?.until ?? null;
}

/** @throws already_exists when another order holds a day of these parts */
export async function requireNotHeld(
  tx: Tx,
  orderId: string,
  parts: readonly AdPlacement[],
  today: string,
): Promise<void> {
  for (const { place, startsOn, endsOn } of parts) {
    const held = await tx
      .selectFrom('ad_hold')
      .innerJoin('ad_order', 'ad_order.id', 'ad_hold.order_id')
      .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
      .select(['ad_hold.day', 'ad_hold.until', 'advertiser.name', 'ad_order.reference'])
      .where('place', '=', place)
      .where('day', '>=', startsOn)
      .where('day', '<=', endsOn)
      .where('until', '>=', today)
      .where('order_id', '<>', orderId)
      .orderBy('day')
      .limit(1)
      .executeTakeFirst();
    if (held) throw taken(`${held.name} has ${place} on hold on ${held.day}, until ${held.until} (${held.reference}).`);
  }
}

export type WaitingOrder = Order & { heldUntil: string | null };

/** The orders that are not booked yet and ask for days of a range, by first day. @throws forbidden */
export async function listWaitingOrders(
  tx: Tx,
  actor: Actor,
  { startsOn, endsOn }: DayRange,
  today: string,
): Promise<WaitingOrder[]> {
  requireAdDesk(actor, 'see who asks for which days');
  const rows = await tx
    .selectFrom('ad_order')
    .select('id')
    .where('state', 'in', BEFORE_BOOKING as OrderState[])
    .where('starts_on', '<=', endsOn)
    .where('ends_on', '>=', startsOn)
    .orderBy('starts_on')
    .orderBy('id')
    .limit(MOST_WAITING)
    .execute();
  const orders: WaitingOrder[] = [];
  for (const { id } of rows) orders.push({ ...(await getOrder(tx, id)), heldUntil: await findHold(tx, id, today) });
  return orders;
}

const MOST_WAITING = 200;

/** @throws already_exists when a booked order has one of the days */
async function requireNotBooked(tx: Tx, parts: readonly AdPlacement[]): Promise<void> {
  for (const { place, startsOn, endsOn } of parts) {
    const slot = await tx
      .selectFrom('ad_slot')
      .innerJoin('advertiser', 'advertiser.id', 'ad_slot.advertiser_id')
      .select(['ad_slot.day', 'advertiser.name'])
      .where('place', '=', place)
      .where('day', '>=', startsOn)
      .where('day', '<=', endsOn)
      .orderBy('day')
      .limit(1)
      .executeTakeFirst();
    if (slot) throw taken(`${slot.name} has booked ${place} on ${slot.day}.`);
  }
}

function requireLastDay({ startsOn }: Order, today: string, until: string): void {
  if (until >= today && until < startsOn && until <= addDays(today, LONGEST_HOLD)) return;
  throw new Failure('validation_failed', 'A hold ends today at the earliest, and before the first day of the ad.', {
    hint: `Choose a day within the next ${LONGEST_HOLD} days.`,
  });
}

function taken(message: string): Failure {
  return new Failure('already_exists', message, {
    hint: 'Agree on other days, or release the hold of the other order first.',
  });
}

function today(deps: Deps): string {
  return now(deps).slice(0, 10);
}
