import { html } from 'hono/html';
import {
  type AdvertiserInvoice,
  type AdvertiserLine,
  type AdvertiserRecord,
  type Amount,
  listAdvertiserLines,
  readAdvertiser,
} from '#ads/orders/advertiser-records.ts';
import type { Order } from '#ads/orders/orders.ts';
import { formatAmount } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { AD_STYLES, catalogOf, days, nameOfUnit, orderTabs, STATE_LABELS } from './ad-labels.ts';

/** `GET /newsroom/ads/advertisers`: every advertiser, or those whose name contains `q`. */
export async function showAdvertisers(c: Context): Promise<Response> {
  const q = (c.req.query('q') ?? '').trim().slice(0, 120);
  const lines = await listAdvertiserLines(c.var.deps.db.read, c.var.actor, q);
  return newsroomPage(c, {
    title: 'Advertisers',
    styles: AD_STYLES,
    head: { title: 'Advertisers' },
    main: html`${orderTabs('advertisers')}
<form class="entry inline" method="get" action="/newsroom/ads/advertisers" role="search" aria-label="Advertisers">${field({ label: 'Name contains', kind: 'search', optional: true }, { name: 'q', typed: new URLSearchParams({ q }) })}<p>${button({ text: 'Search', weight: 'plain' })}</p></form>
${lines.length === 0 ? emptyState({ title: q === '' ? 'No advertiser yet' : 'No advertiser has such a name' }) : advertiserTable(lines)}`,
  });
}

function advertiserTable(lines: readonly AdvertiserLine[]): Html {
  return table({
    caption: 'Advertisers, the latest order first',
    hasUnseenCaption: true,
    columns: [
      { text: 'Advertiser' },
      { text: 'Orders', isNumber: true },
      { text: 'Last order (UTC)' },
      { text: 'Open amount', isNumber: true },
    ],
    rows: lines.map(({ id, name, orders, lastOrderAt, owed }) => [
      html`<a href="/newsroom/ads/advertisers/${id}">${name}</a>`,
      orders,
      lastOrderAt ? formatTime(lastOrderAt) : 'none',
      owedWords(owed),
    ]),
  });
}

/** A sum for each currency. */
function owedWords(owed: readonly Amount[]): string {
  if (owed.length === 0) return formatAmount(0, catalogOf().currency);
  return owed.map(({ cents, currency }) => formatAmount(cents, currency)).join(', ');
}

/** `GET /newsroom/ads/advertisers/{advertiserId}`: its contacts, orders and invoices. */
export async function showAdvertiser(c: Context): Promise<Response> {
  const advertiser = await readAdvertiser(c.var.deps.db.read, c.var.actor, c.req.param('advertiserId') ?? '');
  const catalog = catalogOf();
  return newsroomPage(c, {
    title: advertiser.name,
    styles: AD_STYLES,
    head: { title: advertiser.name, trail: [{ text: 'Advertisers', href: '/newsroom/ads/advertisers' }] },
    main: html`${facts(advertiser)}
<h2>Orders</h2>
${advertiser.orders.length === 0 ? html`<p>None.</p>` : ordersTable(advertiser.orders, (unit) => nameOfUnit(catalog, unit))}
<h2>Invoices</h2>
${advertiser.invoices.length === 0 ? html`<p>None.</p>` : invoicesTable(advertiser)}`,
  });
}

function facts({ addedAt, addedBy, billing, contacts, owed }: AdvertiserRecord): Html {
  return html`<dl class="facts">
<div><dt>Open amount</dt><dd>${owedWords(owed)}</dd></div>
<div><dt>Contacts</dt><dd>${contacts.map(({ name, email }, at) => html`${at > 0 ? html`<br>` : ''}${name}, <a href="mailto:${email}">${email}</a>`)}</dd></div>
<div><dt>Billing address</dt><dd class="words">${billing.address || 'none yet'}</dd></div>
${billing.taxNumber ? html`<div><dt>Tax number</dt><dd>${billing.taxNumber}</dd></div>` : ''}
${billing.taxExempt ? html`<div><dt>No tax</dt><dd>${billing.taxExempt}</dd></div>` : ''}
<div><dt>Added</dt><dd>${formatTime(addedAt)} (UTC), by ${addedBy}</dd></div>
</dl>
<p class="hint">Change name, contact and billing details on the page of an order.</p>`;
}

function ordersTable(orders: readonly Order[], nameOf: (unit: string) => string): Html {
  return table({
    caption: 'Orders, latest first',
    hasUnseenCaption: true,
    columns: [
      { text: 'Order' },
      { text: 'Unit' },
      { text: 'Days (UTC)' },
      { text: 'State' },
      { text: 'Rate', isNumber: true },
    ],
    rows: orders.map((order) => [
      html`<a href="/newsroom/ads/${order.id}">${order.reference}</a>`,
      nameOf(order.unit),
      days(order),
      STATE_LABELS[order.state].name,
      formatAmount(order.cents, order.currency),
    ]),
  });
}

function invoicesTable({ invoices, orders }: AdvertiserRecord): Html {
  const reference = (orderId: string) => orders.find(({ id }) => id === orderId)?.reference ?? 'order';
  return table({
    caption: 'Invoices, latest first',
    hasUnseenCaption: true,
    columns: [
      { text: 'Invoice' },
      { text: 'Order' },
      { text: 'Issued (UTC)' },
      { text: 'Total', isNumber: true },
      { text: 'State' },
    ],
    rows: invoices.map((invoice) => [
      html`<a class="whole" href="/newsroom/ads/invoices/${invoice.number}.pdf">${invoice.number}</a>`,
      html`<a href="/newsroom/ads/${invoice.orderId}">${reference(invoice.orderId)}</a>`,
      formatTime(invoice.issuedAt),
      formatAmount(invoice.totalCents, invoice.currency),
      invoiceWords(invoice),
    ]),
  });
}

function invoiceWords({ paidOn, creditedBy }: AdvertiserInvoice): string {
  if (creditedBy) return `reversed by ${creditedBy}`;
  return paidOn ? `paid ${paidOn}` : 'not paid';
}
