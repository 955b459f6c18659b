import { addDays } from '#ads/catalog/ad-calendar.ts';
import { termsIn } from '#ads/catalog/catalog.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { categoryLabel } from '#ads/catalog/categories.ts';
import { formatAmount } from '#core/money.ts';
import type { Billing } from './billing.ts';
import { formatDays } from './emails.ts';
import { addressOf, type InvoiceLine, type InvoiceText, taxOf } from './invoice-document.ts';
import { type AdDeskSettings, hasListPrice, listPriceIn, type Order } from './orders.ts';

/** What of the order the agreement depends on: when one of these changes, the insertion order is out of date. */
type AgreedFacts = {
  unit: string;
  advertiser: string;
  category: string;
  startsOn: string;
  endsOn: string;
  /** The rate of the order before the agreement. */
  rateBefore: string;
};

/** The content of an insertion order. It never changes after it is made. Days are UTC. */
export type InsertionOrderDocument = {
  number: string;
  madeOn: string;
  /** The last day on which it can be accepted. */
  acceptUntil: string;
  publication: string;
  /** The address of the site. */
  baseUrl?: string;
  adDesk: string;
  from: readonly string[];
  to: readonly string[];
  order: string;
  title: string;
  days: string;
  category: string;
  /** What the advertiser sends: a line for each creative. */
  creatives: readonly string[];
  /** The currency of all cents; US dollars where none is named. */
  currency?: string;
  lines: InvoiceLine[];
  /** The tax by the rate of today, which the total includes. */
  tax?: InvoiceLine;
  totalCents: number;
  terms: readonly string[];
  facts: AgreedFacts;
};

type Sources = {
  site: AdDeskSettings;
  catalog: AdvertisingCatalog;
  words: InvoiceText;
  order: Order;
  billing: Billing;
  cents: number;
  number: string;
  madeOn: string;
};

/** Days in which an insertion order can be accepted. */
const OPEN_DAYS = 30;

export function insertionOrderOf({
  site,
  catalog,
  words,
  order,
  billing,
  cents,
  number,
  madeOn,
}: Sources): InsertionOrderDocument {
  const unit = catalog.units.find(({ id }) => id === order.unit);
  const title = unit?.title ?? order.unit;
  const listPrice = listPriceIn(catalog, order);
  // An order that was opened at the list price keeps it when the rate card changes.
  const isListPrice =
    cents === listPrice || (hasListPrice(catalog, order) && !order.insertionOrder && cents === order.cents);
  const rate = isListPrice ? 'at the list price' : `at an agreed rate${listPriceNote(listPrice, order.currency)}`;
  const tax = taxOf(words.taxRate, cents, billing);
  return {
    number,
    madeOn,
    acceptUntil: addDays(madeOn, OPEN_DAYS),
    publication: site.name,
    baseUrl: site.baseUrl,
    adDesk: site.adDesk,
    from: words.from ?? [site.name, site.adDesk],
    to: addressOf(order, billing),
    order: order.reference,
    title,
    days: formatDays(order),
    category: categoryLabel(order.category),
    creatives: creativesOf(catalog, unit?.creativeIds ?? []),
    currency: order.currency,
    lines: [{ what: `${title}, ${unit?.term ?? 'as agreed'}, ${rate}`, cents }],
    ...(tax && { tax }),
    totalCents: cents + (tax?.cents ?? 0),
    terms: termsIn(order.currency),
    facts: factsOf(order),
  };
}

/** Whether the order still is what the insertion order says. */
export function isUpToDate({ facts }: InsertionOrderDocument, order: Order): boolean {
  return JSON.stringify(facts) === JSON.stringify(factsOf(order));
}

function factsOf(order: Order): AgreedFacts {
  const { unit, advertiser, category, startsOn, endsOn, cents, insertionOrder } = order;
  const rateBefore = `${cents}${insertionOrder ? ` by ${insertionOrder.number}` : ''}`;
  return { unit, advertiser, category, startsOn, endsOn, rateBefore };
}

function listPriceNote(cents: number | null, currency: string): string {
  return cents === null ? '' : ` (list price ${formatAmount(cents, currency)})`;
}

function creativesOf({ creatives }: AdvertisingCatalog, ids: readonly string[]): string[] {
  return creatives
    .filter(({ id }) => ids.includes(id))
    .map(({ name, widthPx, heightPx, mimeTypes, maxBytes, placement }) => {
      const types = mimeTypes.map((type) => type.replace('image/', '').toUpperCase()).join(' or ');
      return `${name}: ${types}, ${widthPx} × ${heightPx} px, at most ${maxBytes / 1000} kB. ${placement}`;
    });
}
