import type { Selectable } from 'kysely';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { type Actor, type Advertiser, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';

/** The states of an order. It ends as closed, refused or cancelled. */
export const ORDER_STATES = [
  'inquiry',
  'creative in',
  'accepted',
  'invoiced',
  'booked',
  'running',
  'ran',
  'closed',
  'refused',
  'cancelled',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** States in which an order can still get other days, another advertiser or another category. */
export const BEFORE_BOOKING: readonly OrderState[] = ['inquiry', 'creative in', 'accepted', 'invoiced'];

/** An order as the ad desk sees it. Cents are of its currency, which never changes; days are UTC, first and last included. */
export type Order = {
  id: string;
  reference: string;
  unit: string;
  advertiserId: string;
  advertiser: string;
  category: string;
  contactName: string;
  contactEmail: string;
  insertionOrder: { number: string; signedOn: string } | null;
  cents: number;
  currency: string;
  state: OrderState;
  startsOn: string;
  endsOn: string;
  note: string;
  checklist: string[];
  reason: string | null;
  trouble: string | null;
  /** Why the last booking failed. */
  bookingRefused: string | null;
  openedAt: string;
  changedAt: string;
};

/** Settings of the ad desk: the magazine's name and address, the desk's email address, and the time zone of its documents. */
export type AdDeskSettings = { name: string; baseUrl: string; adDesk: string; timeZone: string };

/** An order by its id. @throws forbidden, not_found */
export async function readOrder(tx: Tx, actor: Actor, id: string): Promise<Order> {
  requireAdDesk(actor, 'see orders of ads');
  return getOrder(tx, id);
}

/** @throws not_found */
export async function getOrder(tx: Tx, id: string): Promise<Order> {
  const row = isUuid(id) ? await orders(tx).where('ad_order.id', '=', id.toLowerCase()).executeTakeFirst() : undefined;
  if (row) return orderOf(row);
  throw new Failure('not_found', 'There is no such order.', { hint: 'Look at the list of orders again.' });
}

/** The most orders shown for each state. */
const ON_BOARD = 30;

/** The orders of each state, last changed first. @throws forbidden */
export async function readPipeline(
  tx: Tx,
  actor: Actor,
): Promise<{ state: OrderState; orders: Order[]; hasMore: boolean }[]> {
  requireAdDesk(actor, 'see orders of ads');
  const columns = [];
  for (const state of ORDER_STATES) {
    const listed = await listOrders(tx, state, ON_BOARD + 1);
    columns.push({ state, orders: listed.slice(0, ON_BOARD), hasMore: listed.length > ON_BOARD });
  }
  return columns;
}

async function listOrders(tx: Tx, state: OrderState, limit: number): Promise<Order[]> {
  const rows = await orders(tx)
    .where('ad_order.state', '=', state)
    .orderBy('ad_order.changed_at', 'desc')
    .orderBy('ad_order.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(orderOf);
}

type Transition = {
  from: readonly OrderState[];
  to: OrderState;
  act: JournalAct;
  set?: Partial<Selectable<Tables['ad_order']>>;
  detail?: Record<string, unknown>;
};

/**
 * Moves an order to its next state in the caller's transaction. If several try at the same time, one succeeds. The row stays
 * locked until the transaction ends.
 * @throws already_done when the order is in none of the `from` states
 */
export async function transitionOrder(
  deps: Deps,
  tx: Tx,
  actor: Actor | Advertiser,
  { orderId, from, to, act, set = {}, detail = {} }: { orderId: string } & Transition,
): Promise<Order> {
  const moved = await tx
    .updateTable('ad_order')
    .set({ ...set, state: to, changed_at: now(deps) })
    .where('id', '=', orderId.toLowerCase())
    .where('state', 'in', from)
    .executeTakeFirst();
  const order = await getOrder(tx, orderId);
  if (moved.numUpdatedRows !== 1n) throw wrongState(order, from);
  if (ENDS_HOLD.includes(to)) await deleteHold(tx, order.id);
  await writeJournal(deps, tx, actor, {
    act,
    subject: { kind: 'ad order', id: order.id },
    detail: { reference: order.reference, ...detail },
  });
  return order;
}

/** States in which an order no longer holds days: it has booked them, or does not need them. */
const ENDS_HOLD: readonly OrderState[] = ['booked', 'refused', 'cancelled'];

/** Deletes the hold of an order, without a word to anybody. */
export async function deleteHold(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('ad_hold').where('order_id', '=', orderId).execute();
}

/** Locks an order's row until the transaction ends, so that changes happen one after another. */
export async function lockOrder(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('ad_order')
    .set((set) => ({ changed_at: set.ref('changed_at') }))
    .where('id', '=', orderId)
    .execute();
}

export function wrongState({ state, reference }: Order, from: readonly OrderState[]): Failure {
  return new Failure(
    'already_done',
    `Order ${reference} is “${state}”; this needs an order that is ${listStates(from)}.`,
    {
      hint: 'Look at the order again: somebody else may have changed it.',
    },
  );
}

/** Whether the unit of an order has a list price; without one, only an insertion order sets its rate. */
export function hasListPrice({ units }: AdvertisingCatalog, { unit }: Pick<Order, 'unit'>): boolean {
  return (units.find(({ id }) => id === unit)?.listPriceCents ?? null) !== null;
}

/** The list price of an order's unit today; null without one, and when the rate card is in another currency than the order. */
export function listPriceIn(catalog: AdvertisingCatalog, order: Pick<Order, 'unit' | 'currency'>): number | null {
  if (catalog.currency !== order.currency) return null;
  return catalog.units.find(({ id }) => id === order.unit)?.listPriceCents ?? null;
}

function listStates(states: readonly OrderState[]): string {
  return states.map((state) => `“${state}”`).join(' or ');
}

function orders(tx: Tx) {
  return tx
    .selectFrom('ad_order')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .selectAll('ad_order')
    .select('advertiser.name as advertiser');
}

function orderOf(row: Selectable<Tables['ad_order']> & { advertiser: string }): Order {
  return {
    id: row.id,
    reference: row.reference,
    unit: row.unit,
    advertiserId: row.advertiser_id,
    advertiser: row.advertiser,
    category: row.category,
    contactName: row.contact_name,
    contactEmail: row.contact_email,
    insertionOrder:
      row.insertion_order === null ? null : { number: row.insertion_order, signedOn: row.insertion_signed_on ?? '' },
    cents: row.cents,
    currency: row.currency,
    state: row.state as OrderState,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    note: row.note,
    checklist: JSON.parse(row.checklist ?? '[]'),
    reason: row.reason,
    trouble: row.trouble,
    bookingRefused: row.booking_refused,
    openedAt: row.opened_at,
    changedAt: row.changed_at,
  };
}
