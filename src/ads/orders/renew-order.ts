import { addDays, daysBetween, isSendDay } from '#ads/catalog/ad-calendar.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { termOf } from '#ads/catalog/units.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { issueOf, issueSpan } from '#core/issue.ts';
import { currencyName } from '#core/money.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import type { IdempotencyKey } from '#runtime/idempotency.ts';
import { missingCreatives } from './decide-order.ts';
import { openInquiry } from './open-inquiry.ts';
import { type AdDeskSettings, getOrder, lockOrder, type Order, type OrderState, transitionOrder } from './orders.ts';

/** States of an order that can be renewed: it was booked. */
export const RENEWABLE: readonly OrderState[] = ['booked', 'running', 'ran', 'closed'];

/** The first day after an order, and after today, on which the same unit can start again. */
export function nextStart({ unit, endsOn }: Pick<Order, 'unit' | 'endsOn'>, today: string): string {
  let day = addDays(endsOn > today ? endsOn : today, 1);
  if (termOf(unit) === 'one send') while (!isSendDay(day)) day = addDays(day, 1);
  const issue = issueSpan(issueOf(day));
  if (termOf(unit) === 'issue' && issue.startsOn !== day) return addDays(issue.endsOn, 1);
  return day;
}

/**
 * Opens a new order like an earlier one, at the list price of today, with the accepted files of the earlier one. An editor
 * accepts it again. For a custom program the form proposes the rate of the earlier order. Two requests with the same `retry` key
 * create one order.
 * @throws forbidden (writers and agents), not_found, validation_failed (never booked, or a wrong day)
 */
export async function renewOrder(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  {
    catalog,
    orderId,
    startsOn,
    retry,
  }: { catalog: AdvertisingCatalog; orderId: string; startsOn: string; retry: IdempotencyKey },
): Promise<Order> {
  requireAdDesk(actor, 'renew an order');
  const old = await getOrder(deps.db.read, orderId);
  if (!RENEWABLE.includes(old.state))
    throw new Failure('validation_failed', `Order ${old.reference} was never booked, so it cannot be renewed.`, {
      hint: 'Open a new order, or go on with this one.',
    });
  const { unit, advertiser, category, contactName, contactEmail, cents } = old;
  const isFree = termOf(unit) === 'as agreed';
  if (isFree && old.currency !== catalog.currency)
    throw new Failure(
      'validation_failed',
      `The rate of order ${old.reference} is in ${currencyName(old.currency)}, and the rate card is in ${currencyName(catalog.currency)} now.`,
      { hint: 'Open a new order with a rate in that currency.' },
    );
  const renewed = await openInquiry(deps, actor, site, {
    catalog,
    inquiry: {
      unit,
      advertiser,
      category,
      contactName,
      contactEmail,
      startsOn,
      insertionOrder: null,
      endsOn: isFree ? addDays(startsOn, daysBetween(old.startsOn, old.endsOn)) : null,
      ...(isFree && { proposedCents: cents }),
      note: '',
      renews: old.reference,
    },
    retry,
  });
  return takeOverFiles(deps, actor, { catalog, old, renewed });
}

/** Copies the rows of the accepted creatives: their images are stored once for both orders. */
async function takeOverFiles(
  deps: Deps,
  actor: Actor,
  { catalog: { units }, old, renewed: { id } }: { catalog: AdvertisingCatalog; old: Order; renewed: Order },
): Promise<Order> {
  return deps.db.write(async (tx) => {
    await lockOrder(tx, id);
    const order = await getOrder(tx, id);
    if (order.state !== 'inquiry' || (await hasFiles(tx, id))) return order;
    const files = await tx
      .selectFrom('creative')
      .selectAll()
      .where('order_id', '=', old.id)
      .where('state', '=', 'accepted')
      .execute();
    for (const file of files)
      await tx
        .insertInto('creative')
        .values({
          ...file,
          id: deps.newId(),
          order_id: id,
          state: 'in',
          checked_at: now(deps),
          decided_at: null,
          decided_by_name: null,
          told_at: null,
        })
        .execute();
    const needed = units.find((unit) => unit.id === order.unit)?.creativeIds ?? [];
    if (needed.length === 0 || (await missingCreatives(tx, order, needed)).length > 0) return order;
    const step = { from: ['inquiry'], to: 'creative in', act: 'ad.creatives_in' } as const;
    return transitionOrder(deps, tx, actor, { orderId: id, ...step });
  });
}

async function hasFiles(tx: Tx, orderId: string): Promise<boolean> {
  const row = await tx.selectFrom('creative').select('id').where('order_id', '=', orderId).limit(1).executeTakeFirst();
  return row !== undefined;
}
