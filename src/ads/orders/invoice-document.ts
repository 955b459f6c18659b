import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import type { Billing } from './billing.ts';
import { formatDays } from './emails.ts';
import type { AdDeskSettings, Order } from './orders.ts';

/**
 * What the settings put on an invoice: the publisher's own lines, its bank, its note about taxes, the tax rate in
 * thousandths of a percent (0: no tax line), and the days until the invoice is due.
 */
export type InvoiceText = {
  /** null: the magazine and its ad desk. */
  from: readonly string[] | null;
  bank: readonly string[];
  tax: string;
  taxRate: number;
  dueDays: number;
};

export type InvoiceLine = { what: string; cents: number };

/**
 * The content of an invoice. It never changes after it is issued, even when settings change. Invoices of
 * earlier releases lack the optional fields.
 */
export type InvoiceDocument = {
  number: string;
  issuedOn: string;
  dueOn?: string;
  publication: string;
  /** The address of the site. */
  baseUrl?: string;
  from: readonly string[];
  to: readonly string[];
  order: string;
  /** What the order is for, and the days of the service (UTC). */
  title?: string;
  service?: string;
  /** The number of the advertiser's signed insertion order. */
  insertionOrder?: string;
  /** The currency of all cents; US dollars where none is named. */
  currency?: string;
  lines: InvoiceLine[];
  /** The tax, which the total includes. */
  tax?: InvoiceLine;
  totalCents: number;
  bank?: readonly string[];
  notes: readonly string[];
};

/** What an invoice or a credit note says, for the page of the order: the font of its PDF lacks many letters. */
export function wordsOnPage({ from, to, lines, tax, bank = [], notes }: InvoiceDocument): string[] {
  return [
    `From: ${from.join(', ')}`,
    `To: ${to.join(', ')}`,
    `For: ${[...lines, ...(tax ? [tax] : [])].map(({ what }) => what).join('; ')}`,
    ...(bank.length > 0 ? [`Pay to: ${bank.join(', ')}`] : []),
    ...notes,
  ];
}

type Sources = {
  site: AdDeskSettings;
  catalog: AdvertisingCatalog;
  words: InvoiceText;
  order: Order;
  billing: Billing;
  number: string;
  issuedOn: string;
};

/** The content of the invoice of an order. */
export function documentOf({ site, catalog, words, order, billing, number, issuedOn }: Sources): InvoiceDocument {
  const unit = catalog.units.find(({ id }) => id === order.unit);
  const title = unit?.title ?? order.unit;
  const tax = taxOf(words.taxRate, order.cents, billing);
  return {
    number,
    issuedOn,
    dueOn: addDays(issuedOn, words.dueDays),
    publication: site.name,
    baseUrl: site.baseUrl,
    from: words.from ?? [site.name, site.adDesk],
    to: addressOf(order, billing),
    order: order.reference,
    title,
    service: formatDays(order),
    ...(order.insertionOrder && { insertionOrder: order.insertionOrder.number }),
    currency: order.currency,
    lines: [{ what: `${title}, ${unit?.term ?? 'as agreed'}, ${rateOf(order)}`, cents: order.cents }],
    ...(tax && { tax }),
    totalCents: order.cents + (tax?.cents ?? 0),
    bank: words.bank,
    notes: [
      words.tax,
      words.taxRate > 0 && billing.taxExempt !== '' ? `No tax is charged: ${billing.taxExempt}` : '',
      'Payment is by invoice; we take no payment online. Please quote the invoice number.',
      'The flight is scheduled after this invoice. We then confirm its dates in writing.',
    ].filter((note) => note !== ''),
  };
}

/** The lines of the buyer on an invoice or an insertion order. */
export function addressOf({ advertiser, contactName, contactEmail }: Order, { address, taxNumber }: Billing): string[] {
  const lines = address.split('\n').filter((line) => line.trim() !== '');
  const number = taxNumber === '' ? [] : [`Tax number: ${taxNumber}`];
  return [advertiser, ...lines, ...number, `Attn. ${contactName}`, contactEmail];
}

function rateOf({ insertionOrder }: Order): string {
  if (!insertionOrder) return 'at the list price';
  return `at the rate of insertion order ${insertionOrder.number}, signed ${insertionOrder.signedOn}`;
}

/** The tax on an amount, rounded to whole cents; null without a rate, or for an advertiser who is exempt. */
export function taxOf(rate: number, cents: number, { taxExempt }: Billing): InvoiceLine | null {
  if (rate === 0 || taxExempt !== '') return null;
  return { what: `Tax, ${rate / 1000} %`, cents: Math.round((cents * rate) / 100_000) };
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
