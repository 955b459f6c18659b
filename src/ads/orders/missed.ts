import { isExclusive, requireAhead, spanOf } from '#ads/catalog/ad-calendar.ts';
import { readAvailability } from '#ads/catalog/availability.ts';
import { unitName } from '#ads/catalog/catalog.ts';
import { termOf } from '#ads/catalog/units.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { isForeignKeyError, isUniqueError } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { reserveRuns } from './book-order.ts';
import { formatDays, mailBoth, mailContact } from './emails.ts';
import { moveLinkExpiry } from './order-links.ts';
import { type AdDeskSettings, getOrder, lockOrder, type Order } from './orders.ts';
import { releaseSlots } from './slots.ts';

// An ad that was booked and did not run. Advertiser and ad desk read so; it moves to other days or is credited.

/** Whether an order is booked and all of its days passed without its ad. */
export async function isMissed(tx: Tx, { id, state }: Pick<Order, 'id' | 'state'>): Promise<boolean> {
  if (state !== 'booked') return false;
  const runs = await tx.selectFrom('ad_run').select('missed_at').where('order_id', '=', id).execute();
  return runs.length > 0 && runs.every(({ missed_at }) => missed_at !== null);
}

/** The first day on which the unit of an order can run again; null when none is free, or the unit has no fixed term. */
export async function findNextFree(tx: Tx, { unit }: Pick<Order, 'unit'>, today: string): Promise<string | null> {
  const { units } = await readAvailability(tx, [{ id: unit, title: '', term: '' }], today);
  return units[0]?.starts[0]?.from ?? null;
}

/** Emails the advertiser that a part of the order did not run; the ad desk gets the warning of the part. */
export async function tellMissed(
  deps: Deps,
  tx: Tx,
  site: AdDeskSettings,
  { orderId, place }: { orderId: string; place: string },
): Promise<void> {
  const order = await getOrder(tx, orderId);
  const next =
    termOf(order.unit) !== 'issue' && isExclusive(place) ? await findNextFree(tx, order, now(deps).slice(0, 10)) : null;
  const days = formatDays(await readRun(tx, orderId, place));
  const what =
    place === 'field-brief'
      ? `The Field Brief of ${days} did not go out with your ad.`
      : `Your ad did not run as planned: ${unitName(place)}, ${days}.`;
  const offer = next
    ? `We can run it in the next free week, from ${next}, at no extra cost, or a credit note ends your order.`
    : 'We can run it on other days at no extra cost, or credit it.';
  await mailContact(deps, tx, site, {
    order,
    about: 'ad.missed',
    text: `${what} We are sorry. ${offer} Please tell us what you prefer.`,
  });
}

async function readRun(tx: Tx, orderId: string, place: string): Promise<{ startsOn: string; endsOn: string }> {
  return tx
    .selectFrom('ad_run')
    .select(['starts_on as startsOn', 'ends_on as endsOn'])
    .where('order_id', '=', orderId)
    .where('place', '=', place)
    .executeTakeFirstOrThrow();
}

/**
 * Books an order whose ad did not run for other days, at no extra cost: nothing about its money changes.
 * @throws forbidden (writers and agents), not_found, already_done (it is to run, or ran), validation_failed (the day),
 * already_exists (taken)
 */
export async function moveMissedRun(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { orderId, startsOn }: { orderId: string; startsOn: string },
): Promise<Order> {
  requireAdDesk(actor, 'move an ad that did not run');
  const today = now(deps).slice(0, 10);
  try {
    return await deps.db.write(async (tx) => {
      await lockOrder(tx, orderId.toLowerCase());
      const before = await getOrder(tx, orderId);
      if (!(await isMissed(tx, before)))
        throw new Failure('already_done', 'Only an order that is booked and did not run moves to other days.', {
          hint: 'Look at its flights.',
        });
      const span = spanOf(before.unit, startsOn, null);
      requireAhead(today, { startsOn, endsOn: null });
      await releaseSlots(tx, before);
      await tx.deleteFrom('ad_run').where('order_id', '=', before.id).execute();
      const set = { starts_on: span.startsOn, ends_on: span.endsOn, trouble: null, changed_at: now(deps) };
      await tx.updateTable('ad_order').set(set).where('id', '=', before.id).execute();
      const order = await getOrder(tx, before.id);
      await reserveRuns(deps, tx, order);
      await moveLinkExpiry(tx, order);
      await writeJournal(deps, tx, actor, {
        act: 'ad.dates_changed',
        subject: { kind: 'ad order', id: order.id },
        detail: {
          reference: order.reference,
          from: formatDays(before),
          to: formatDays(order),
          because: 'it did not run',
        },
      });
      await mailBoth(deps, tx, site, {
        order,
        about: 'ad.dates_changed',
        text: `Your ad did not run on ${formatDays(before)}. It is booked for ${formatDays(order)} instead, at no extra cost.`,
      });
      return order;
    });
  } catch (error) {
    if (!isUniqueError(error) && !isForeignKeyError(error)) throw error;
    throw new Failure(
      'already_exists',
      `Another order holds days from ${startsOn}, or the product category. Nothing was moved.`,
      {
        hint: 'The page Avails shows free days.',
      },
    );
  }
}
