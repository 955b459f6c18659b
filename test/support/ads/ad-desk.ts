import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { receiveCheckedCreative } from '#ads/creatives/receive-creative.ts';
import { bookOrder } from '#ads/orders/book-order.ts';
import { acceptOrder, CHECKLIST } from '#ads/orders/decide-order.ts';
import { issueInvoice } from '#ads/orders/invoices.ts';
import { type Inquiry, openInquiry } from '#ads/orders/open-inquiry.ts';
import type { Order } from '#ads/orders/orders.ts';
import { recordPayment } from '#ads/orders/payments.ts';
import { updateRuns } from '#ads/runs/update-runs.ts';
import type { SupplierEntry } from '#ads/suppliers/suppliers.ts';
import type { Member } from '#core/actor.ts';
import { cookieName } from '#http/access.ts';
import { startSession } from '#people/sessions.ts';
import { plain } from '../pictures.ts';
import { type After, openSite, type Person, type TestSite } from '../site.ts';
import { checkOnce, creativeOf, goodPng } from './creatives.ts';

// A site with an editor and ad orders at the step that a test needs. The clock starts at 2026-09-06.

export type Desk = { site: TestSite; dana: Person; catalog: AdvertisingCatalog };

export const ALL_TICKED = CHECKLIST.map(({ id }) => id);
export const WORDS = {
  from: ['Plumbline Press', '1 Level Street'],
  bank: [],
  tax: 'No sales tax applies.',
  taxRate: 0,
  dueDays: 14,
};
export const DAY = 24 * 60 * 60;

export async function openDesk(t: After, settings: Record<string, string> = {}): Promise<Desk> {
  return deskOf(await openSite(t, settings));
}

export async function deskOf(site: TestSite): Promise<Desk> {
  const dana = await site.person('editor', 'Dana Whitfield');
  return { site, dana, catalog: advertisingCatalog(site.publication) };
}

export function inquiry(over: Partial<Inquiry> = {}): Inquiry {
  return {
    unit: 'homepage-band',
    advertiser: 'Acme Layout',
    category: 'Layout robots',
    contactName: 'Robin Vance',
    contactEmail: 'robin@acme.example',
    startsOn: '2026-10-05',
    endsOn: null,
    insertionOrder: null,
    note: '',
    ...over,
  };
}

export async function opened({ site, dana, catalog }: Desk, over: Partial<Inquiry> = {}): Promise<Order> {
  return openInquiry(site.deps, dana, site.publication, { catalog, inquiry: inquiry(over) });
}

/** The editor with a new session; the old one expired when the clock moved. */
export async function signedIn({ site, dana }: Desk): Promise<Person> {
  const secret = await startSession(site.deps, dana, { address: '127.0.0.1', browser: 'test' });
  return { ...dana, cookie: `${cookieName(site.config.publication.baseUrl)}=${secret}` };
}

/** A plain picture with exactly the pixel size of a creative. */
export async function picture(catalog: AdvertisingCatalog, kind: string, background?: string): Promise<Uint8Array> {
  const creative = catalog.creatives.find(({ id }) => id === kind);
  if (!creative) throw new Error(`no creative ${kind}`);
  if (!background) return goodPng(creative);
  return plain(creative.widthPx, creative.heightPx, background).png().toBuffer();
}

export async function withCreatives(desk: Desk, over: Partial<Inquiry> = {}): Promise<Order> {
  const { site, dana, catalog } = desk;
  const order = await opened(desk, over);
  for (const kind of catalog.units.find(({ id }) => id === order.unit)?.creativeIds ?? []) {
    const words = { kind, url: 'https://acme.example/', alt: 'A layout robot on a slab.', copy: copyOf(kind) };
    const checked = await checkOnce(creativeOf(kind), await picture(catalog, kind));
    const taken = await receiveCheckedCreative(site.deps, dana, site.publication, {
      catalog,
      orderId: order.id,
      words,
      checked,
    });
    if (taken.state !== 'in') throw new Error(JSON.stringify(taken.findings));
  }
  return order;
}

export async function accepted(desk: Desk, over: Partial<Inquiry> = {}): Promise<Order> {
  const { site, dana, catalog } = desk;
  const order = await withCreatives(desk, over);
  return acceptOrder(site.deps, dana, site.publication, { catalog, orderId: order.id, ticked: ALL_TICKED });
}

/** Brings an order to the step where its invoice is issued and paid. */
export async function invoiced(desk: Desk, over: Partial<Inquiry> = {}): Promise<Order> {
  const { site, dana, catalog } = desk;
  const order = await accepted(desk, over);
  const { number } = await issueInvoice(site.deps, dana, site.publication, {
    catalog,
    words: WORDS,
    orderId: order.id,
    isDespiteConflict: true,
  });
  await recordPayment(site.deps, dana, site.publication, {
    number,
    payment: { paidOn: today(site), note: 'bank transfer' },
  });
  return order;
}

export async function booked(desk: Desk, over: Partial<Inquiry> = {}): Promise<Order> {
  return book(desk, desk.dana, await invoiced(desk, over));
}

/** Adds a supplier whose listing is paid by an order. */
export function supplierRow(reference: string): SupplierEntry {
  return {
    name: 'Acme Layout',
    what: 'Rents layout robots.',
    place: 'Denver, Colorado',
    url: 'https://acme.example/',
    reference,
  };
}

/** Runs the ad job once. */
export function keep({ site }: Desk): Promise<void> {
  return updateRuns(site.deps, site.publication);
}

export function book({ site }: Desk, by: Member, { id }: Order): Promise<Order> {
  return bookOrder(site.deps, by, site.publication, { orderId: id });
}

/** Copies an order that is ready to be booked, for another advertiser. Tests of races need many. */
export async function another({ site }: Desk, order: Order, advertiser: string): Promise<Order> {
  const { deps } = site;
  return deps.db.write(async (tx) => {
    const own = await tx.selectFrom('ad_order').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    const invoice = await tx
      .selectFrom('invoice')
      .selectAll()
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const [id, advertiserId] = [deps.newId(), deps.newId()];
    await tx
      .insertInto('advertiser')
      .values({
        id: advertiserId,
        name: advertiser,
        name_key: advertiser,
        added_at: own.opened_at,
        added_by_name: 'test',
      })
      .execute();
    await tx
      .insertInto('ad_order')
      .values({ ...own, id, reference: id.slice(0, 8), advertiser_id: advertiserId })
      .execute();
    await tx
      .insertInto('invoice')
      .values({ ...invoice, number: `x-${id}`, nth: 100 + copies++, order_id: id })
      .execute();
    return { ...order, id, advertiserId, advertiser };
  });
}

let copies = 1;

function copyOf(kind: string): string {
  return kind === 'field-brief' ? 'Rent a layout robot with an operator for one day.' : '';
}

function today({ deps }: TestSite): string {
  return new Date(deps.clock()).toISOString().slice(0, 10);
}
