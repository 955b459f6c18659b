import * as z from 'zod';
import { requireAhead, spanOf } from '#ads/catalog/ad-calendar.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { categoryLabel, readCategory } from '#ads/catalog/categories.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { currencyName, formatAmount } from '#core/money.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { findOrCreateAdvertiser, renameAdvertiser } from './advertisers.ts';
import { formatDays, mailBoth } from './emails.ts';
import { findInvoiceOf } from './invoices.ts';
import { inquirySchema, rateColumns, requireSigned } from './open-inquiry.ts';
import { createOrderLink, endOrderLink, moveLinkExpiry } from './order-links.ts';
import {
  type AdDeskSettings,
  BEFORE_BOOKING,
  deleteHold,
  getOrder,
  listPriceIn,
  lockOrder,
  type Order,
  wrongState,
} from './orders.ts';

export const orderCorrectionSchema = inquirySchema
  .pick({ advertiser: true, category: true, contactName: true, contactEmail: true, insertionOrder: true, note: true })
  .extend({
    /** `renamed`: the new name corrects the advertiser on all its orders. `another`: the order belongs to another advertiser. */
    advertiserIs: z.enum(['renamed', 'another']),
    advertiserChoice: text({ max: 40 }).optional(),
  });
export type OrderCorrection = z.infer<typeof orderCorrectionSchema>;

type OrderChanges = Record<string, { from: string; to: string }>;

/**
 * Corrects the fields of an order. The journal records each change with its old value. An issued invoice does not change:
 * a new contact address gets a new link, and the old one ends;
 * the rate can change only while no invoice is valid, the advertiser and the category only before the order is booked.
 * @throws forbidden (writers and agents), not_found, validation_failed, already_done (too late), already_exists
 */
export async function correctOrder(
  deps: Deps,
  actor: Actor,
  catalog: AdvertisingCatalog,
  { orderId, correction }: { orderId: string; correction: OrderCorrection },
): Promise<Order> {
  requireAdDesk(actor, 'correct an order');
  return deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    const { insertionOrder, contactName, contactEmail, note } = correction;
    const category = readCategory(correction.category);
    const cents = insertionOrder?.cents ?? listPriceOf(catalog, order);
    if (insertionOrder) requireSigned(now(deps).slice(0, 10), insertionOrder.signedOn);
    const after = { ...order, category, contactName, contactEmail, note, insertionOrder, cents };
    const changes = changesOf(order, after);
    if (changes.category) requireBefore(order, 'the product category');
    if (changes.rate) await requireNoInvoice(tx, order);
    const advertiserId = await correctAdvertiser(deps, tx, actor, { order, correction, changes });
    if (Object.keys(changes).length === 0)
      throw new Failure('already_done', 'The order already has these values.', { hint: 'Nothing was changed.' });
    await tx
      .updateTable('ad_order')
      .set({
        advertiser_id: advertiserId,
        category,
        contact_name: contactName,
        contact_email: contactEmail,
        note,
        ...rateColumns(insertionOrder, cents),
        changed_at: now(deps),
      })
      .where('id', '=', order.id)
      .execute();
    // The old address may belong to somebody else, who has the link of the order.
    if (changes.address && (await endOrderLink(deps, tx, order.id))) await createOrderLink(deps, tx, actor, order);
    await writeJournal(deps, tx, actor, {
      act: 'ad.corrected',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, changes },
    });
    return getOrder(tx, order.id);
  });
}

async function correctAdvertiser(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  {
    order,
    correction: { advertiser, advertiserIs, advertiserChoice },
    changes,
  }: { order: Order; correction: OrderCorrection; changes: OrderChanges },
): Promise<string> {
  const name = advertiser.trim();
  if (name === order.advertiser) return order.advertiserId;
  changes.advertiser = { from: order.advertiser, to: name };
  if (advertiserIs === 'renamed') {
    await renameAdvertiser(deps, tx, actor, { id: order.advertiserId, typed: name });
    return order.advertiserId;
  }
  requireBefore(order, 'the advertiser');
  return findOrCreateAdvertiser(deps, tx, actor, { typed: name, choice: advertiserChoice });
}

type Rate = Pick<Order, 'insertionOrder' | 'cents' | 'currency'>;
type OrderFacts = Pick<Order, 'category' | 'contactName' | 'contactEmail' | 'note'> & Rate;

function changesOf(before: OrderFacts, after: OrderFacts): OrderChanges {
  const pairs = {
    category: [categoryLabel(before.category), categoryLabel(after.category)],
    contact: [before.contactName, after.contactName],
    address: [before.contactEmail, after.contactEmail],
    rate: [rateWords(before), rateWords(after)],
    note: [before.note, after.note],
  };
  return Object.fromEntries(
    Object.entries(pairs).flatMap(([name, [from = '', to = '']]) => (from === to ? [] : [[name, { from, to }]])),
  );
}

function rateWords({ insertionOrder, cents, currency }: Rate): string {
  const amount = formatAmount(cents, currency);
  if (!insertionOrder) return `${amount}, list price`;
  return `${amount}, insertion order ${insertionOrder.number}, signed ${insertionOrder.signedOn}`;
}

/** An order keeps its list price even when the rate card has changed since. */
function listPriceOf(catalog: AdvertisingCatalog, order: Order): number {
  if (!order.insertionOrder) return order.cents;
  const price = listPriceIn(catalog, order);
  if (price !== null) return price;
  const where = catalog.currency === order.currency ? '' : ` in ${currencyName(order.currency)}`;
  throw new Failure('validation_failed', `This unit has no list price${where}.`, {
    hint: 'Give the rate of the signed insertion order, and its date.',
  });
}

function requireBefore({ state, reference }: Order, what: string): void {
  if (BEFORE_BOOKING.includes(state)) return;
  throw new Failure('already_done', `Order ${reference} is “${state}”: ${what} can no longer change.`, {
    hint: 'Cancel the order and open another.',
  });
}

async function requireNoInvoice(tx: Tx, { id, reference }: Order): Promise<void> {
  const invoice = await findInvoiceOf(tx, id);
  if (!invoice) return;
  throw new Failure('already_done', `Order ${reference} has invoice ${invoice.number}: its rate cannot change.`, {
    hint: 'Credit the invoice first, then correct the rate and issue a new invoice.',
  });
}

/**
 * Changes the days of an order before the flight is booked. This reserves nothing, and ends a hold of the old days.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed
 */
export async function changeDates(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { orderId, startsOn, endsOn = null }: { orderId: string; startsOn: string; endsOn?: string | null },
): Promise<Order> {
  requireAdDesk(actor, 'change the dates of an order');
  requireAhead(now(deps).slice(0, 10), { startsOn, endsOn });
  return deps.db.write(async (tx) => {
    const before = await getOrder(tx, orderId);
    const span = spanOf(before.unit, startsOn, endsOn);
    if (span.startsOn === before.startsOn && span.endsOn === before.endsOn)
      throw new Failure('already_done', `Order ${before.reference} has these days already.`, {
        hint: 'Nothing was changed and no email was sent.',
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
    if (numUpdatedRows !== 1n) throw wrongState(order, BEFORE_BOOKING);
    await deleteHold(tx, order.id);
    await moveLinkExpiry(tx, order);
    await writeJournal(deps, tx, actor, {
      act: 'ad.dates_changed',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, from: formatDays(before), to: formatDays(order) },
    });
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.dates_changed',
      text: `Your order is now for ${formatDays(order)}. The days are not reserved until the flight is booked.`,
    });
    return order;
  });
}
