import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { type Billing, readBilling } from './billing.ts';
import { getOrder, type Order } from './orders.ts';

/** Rows of one list. */
const MOST = 200;

export type Amount = { cents: number; currency: string };

/** An advertiser in the list: how many orders it has, and what it owes by unpaid invoices, in each currency. */
export type AdvertiserLine = {
  id: string;
  name: string;
  orders: number;
  lastOrderAt: string | null;
  owed: Amount[];
};

/** The advertisers, the latest order first; with `search`, those whose name contains the text. @throws forbidden */
export async function listAdvertiserLines(tx: Tx, actor: Actor, search = ''): Promise<AdvertiserLine[]> {
  requireAdDesk(actor, 'see advertisers');
  const rows = await tx
    .selectFrom('advertiser')
    .leftJoin('ad_order', 'ad_order.advertiser_id', 'advertiser.id')
    .select(['advertiser.id', 'advertiser.name'])
    .select((row) => [row.fn.count('ad_order.id').as('orders'), row.fn.max('ad_order.opened_at').as('lastOrderAt')])
    .groupBy(['advertiser.id', 'advertiser.name'])
    .orderBy('advertiser.name')
    .execute();
  const wanted = search.toLowerCase();
  rows.sort((row, other) => (other.lastOrderAt ?? '').localeCompare(row.lastOrderAt ?? ''));
  const matches = rows.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST);
  const owed = await sumOwed(tx);
  return matches.map(({ orders, ...row }) => ({
    ...row,
    orders: Number(orders),
    owed: owed.filter(({ id }) => id === row.id),
  }));
}

export type AdvertiserContact = { name: string; email: string };
export type AdvertiserInvoice = {
  number: string;
  orderId: string;
  issuedAt: string;
  totalCents: number;
  currency: string;
  paidOn: string | null;
  creditedBy: string | null;
};

/** Everything about one advertiser. */
export type AdvertiserRecord = {
  id: string;
  name: string;
  addedAt: string;
  addedBy: string;
  billing: Billing;
  /** The people of its orders, the latest first. */
  contacts: AdvertiserContact[];
  orders: Order[];
  invoices: AdvertiserInvoice[];
  owed: Amount[];
};

/** @throws forbidden, not_found */
export async function readAdvertiser(tx: Tx, actor: Actor, id: string): Promise<AdvertiserRecord> {
  requireAdDesk(actor, 'see advertisers');
  const row = isUuid(id)
    ? await tx.selectFrom('advertiser').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst()
    : undefined;
  if (!row)
    throw new Failure('not_found', 'There is no such advertiser.', { hint: 'Look at the list of advertisers.' });
  const orders = await ordersOf(tx, row.id);
  return {
    id: row.id,
    name: row.name,
    addedAt: row.added_at,
    addedBy: row.added_by_name,
    billing: await readBilling(tx, row.id),
    contacts: contactsOf(orders),
    orders,
    invoices: await invoicesOf(tx, row.id),
    owed: await sumOwed(tx, row.id),
  };
}

async function ordersOf(tx: Tx, advertiserId: string): Promise<Order[]> {
  const rows = await tx
    .selectFrom('ad_order')
    .select('id')
    .where('advertiser_id', '=', advertiserId)
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .limit(MOST)
    .execute();
  const orders: Order[] = [];
  for (const { id } of rows) orders.push(await getOrder(tx, id));
  return orders;
}

function contactsOf(orders: readonly Order[]): AdvertiserContact[] {
  const byEmail = new Map<string, AdvertiserContact>();
  for (const { contactName: name, contactEmail: email } of orders)
    if (!byEmail.has(email.toLowerCase())) byEmail.set(email.toLowerCase(), { name, email });
  return [...byEmail.values()];
}

async function invoicesOf(tx: Tx, advertiserId: string): Promise<AdvertiserInvoice[]> {
  return tx
    .selectFrom('invoice')
    .innerJoin('ad_order', 'ad_order.id', 'invoice.order_id')
    .select(['ad_order.currency', 'invoice.number', 'invoice.order_id as orderId', 'invoice.issued_at as issuedAt'])
    .select(['invoice.total_cents as totalCents', 'invoice.paid_on as paidOn', 'invoice.credited_by as creditedBy'])
    .where('ad_order.advertiser_id', '=', advertiserId)
    .orderBy('invoice.year', 'desc')
    .orderBy('invoice.nth', 'desc')
    .limit(MOST)
    .execute();
}

/** The sums of the unpaid valid invoices of each advertiser, or of one: one for each currency. */
async function sumOwed(tx: Tx, advertiserId?: string): Promise<(Amount & { id: string })[]> {
  const rows = await tx
    .selectFrom('invoice')
    .innerJoin('ad_order', 'ad_order.id', 'invoice.order_id')
    .select(['ad_order.advertiser_id as id', 'ad_order.currency'])
    .select((row) => row.fn.sum('invoice.total_cents').as('cents'))
    .where('invoice.paid_on', 'is', null)
    .where('invoice.credited_by', 'is', null)
    .$if(advertiserId !== undefined, (query) => query.where('ad_order.advertiser_id', '=', advertiserId ?? ''))
    .groupBy(['ad_order.advertiser_id', 'ad_order.currency'])
    .orderBy('ad_order.currency')
    .execute();
  return rows.map(({ cents, ...row }) => ({ ...row, cents: Number(cents) }));
}
