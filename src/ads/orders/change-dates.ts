import { type Actor, requireEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import { requireAhead, spanOf } from '../catalog/ad-calendar.ts';
import { daysInWords, mailBoth } from './emails.ts';
import { type AdHouse, BEFORE_BOOKING, getOrder, notNow, type Order } from './orders.ts';

/**
 * Agrees on other days before the run is booked; nothing is held by it.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed
 */
export async function changeDates(
  deps: Deps,
  actor: Actor,
  site: AdHouse,
  orderId: string,
  startsOn: string,
  endsOn: string | null = null,
): Promise<Order> {
  requireEditorial(actor, 'change the dates of an order');
  requireAhead(now(deps).slice(0, 10), { startsOn, endsOn });
  return deps.db.write(async (tx) => {
    const before = await getOrder(tx, orderId);
    const span = spanOf(before.unit, startsOn, endsOn);
    if (span.startsOn === before.startsOn && span.endsOn === before.endsOn)
      throw new Failure('already_done', `Order ${before.reference} has these days already.`, {
        hint: 'Nothing was changed, and nobody was told.',
      });
    const { numUpdatedRows } = await tx
      .updateTable('ad_order')
      .set({
        starts_on: span.startsOn,
        ends_on: span.endsOn,
        trouble: null,
        booking_refused: null,
        changed_at: now(deps),
      })
      .where('id', '=', before.id)
      .where('state', 'in', BEFORE_BOOKING)
      .executeTakeFirst();
    const order = await getOrder(tx, orderId);
    if (numUpdatedRows !== 1n) throw notNow(order, BEFORE_BOOKING);
    await writeJournal(deps, tx, actor, {
      act: 'ad.dates_changed',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, from: daysInWords(before), to: daysInWords(order) },
    });
    await mailBoth(deps, tx, site, order, {
      about: 'ad.dates_changed',
      subject: 'Other days for your ad',
      text: `The days you asked for are now ${daysInWords(order)}. They are not held before the run is booked.`,
    });
    return order;
  });
}
