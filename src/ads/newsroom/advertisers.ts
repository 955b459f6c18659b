import { html } from 'hono/html';
import {
  type AdvertiserInvoice,
  type AdvertiserLine,
  type AdvertiserRecord,
  listAdvertiserLines,
  readAdvertiser,
} from '#ads/orders/advertiser-records.ts';
import type { Order } from '#ads/orders/orders.ts';
import { dollars } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { AD_STYLES, adNavigation, catalogOf, days, nameOfUnit, STATE_LABELS } from './ad-labels.ts';

/** `GET /newsroom/ads/advertisers`: every advertiser, or those whose name contains `q`. */
export async function showAdvertisers(c: Context): Promise<Response> {
  const q = (c.req.query('q') ?? '').trim().slice(0, 120);
  const lines = await listAdvertiserLines(c.var.deps.db.read, c.var.actor, q);
  return newsroomPage(c, {
    title: 'Advertisers',
    styles: AD_STYLES,
    main: html`<h1>Advertisers</h1>
${adNavigation('advertisers')}
<form class="entry find" method="get" action="/newsroom/ads/advertisers" role="search"><p class="field"><label for="q">Name contains</label><input id="q" name="q" type="search" value="${q}"></p><p><button class="plain">Search</button></p></form>
${lines.length === 0 ? html`<p>${q === '' ? 'No advertiser yet.' : 'No advertiser has such a name.'}</p>` : table(lines)}`,
  });
}

function table(lines: readonly AdvertiserLine[]): Html {
  return html`<table class="plan"><caption class="unseen">Advertisers, the latest order first</caption>
<thead><tr><th scope="col">Advertiser</th><th scope="col" class="number">Orders</th><th scope="col">Last order (UTC)</th><th scope="col" class="number">Open amount</th></tr></thead>
<tbody>${lines.map(
    ({ id, name, orders, lastOrderAt, owedCents }) =>
      html`<tr><th scope="row"><a href="/newsroom/ads/advertisers/${id}">${name}</a></th><td class="number"><span class="label">Orders</span> ${orders}</td><td>${lastOrderAt ? formatTime(lastOrderAt) : 'none'}</td><td class="number"><span class="label">Open</span> ${dollars(owedCents)}</td></tr>`,
  )}</tbody></table>`;
}

/** `GET /newsroom/ads/advertisers/{advertiserId}`: its contacts, orders and invoices. */
export async function showAdvertiser(c: Context): Promise<Response> {
  const found = await readAdvertiser(c.var.deps.db.read, c.var.actor, c.req.param('advertiserId') ?? '');
  const catalog = catalogOf(c);
  return newsroomPage(c, {
    title: found.name,
    styles: AD_STYLES,
    main: html`<p class="trail"><a href="/newsroom/ads/advertisers">Advertisers</a> / Advertiser</p>
<h1>${found.name}</h1>
${adNavigation(null)}
${facts(found)}
<h2>Orders</h2>
${found.orders.length === 0 ? html`<p>None.</p>` : ordersTable(found.orders, (unit) => nameOfUnit(catalog, unit))}
<h2>Invoices</h2>
${found.invoices.length === 0 ? html`<p>None.</p>` : invoicesTable(found)}`,
  });
}

function facts({ addedAt, addedBy, billing, contacts, owedCents }: AdvertiserRecord): Html {
  return html`<dl class="facts">
<div><dt>Open amount</dt><dd>${dollars(owedCents)}</dd></div>
<div><dt>Contacts</dt><dd>${contacts.map(({ name, email }, at) => html`${at > 0 ? html`<br>` : ''}${name}, <a href="mailto:${email}">${email}</a>`)}</dd></div>
<div><dt>Billing address</dt><dd class="words">${billing.address || 'none yet'}</dd></div>
${billing.taxNumber ? html`<div><dt>Tax number</dt><dd>${billing.taxNumber}</dd></div>` : ''}
${billing.taxExempt ? html`<div><dt>No tax</dt><dd>${billing.taxExempt}</dd></div>` : ''}
<div><dt>Added</dt><dd>${formatTime(addedAt)} (UTC), by ${addedBy}</dd></div>
</dl>
<p class="hint">Name, contact and billing details are changed on the page of an order.</p>`;
}

function ordersTable(orders: readonly Order[], nameOf: (unit: string) => string): Html {
  return html`<table class="plan"><caption class="unseen">Orders, latest first</caption>
<thead><tr><th scope="col">Order</th><th scope="col">Unit</th><th scope="col">Days (UTC)</th><th scope="col">State</th><th scope="col" class="number">Rate</th></tr></thead>
<tbody>${orders.map(
    (one) =>
      html`<tr><th scope="row"><a href="/newsroom/ads/${one.id}">${one.reference}</a></th><td>${nameOf(one.unit)}</td><td>${days(one)}</td><td>${STATE_LABELS[one.state].name}</td><td class="number">${dollars(one.cents)}</td></tr>`,
  )}</tbody></table>`;
}

function invoicesTable({ invoices, orders }: AdvertiserRecord): Html {
  const reference = (orderId: string) => orders.find(({ id }) => id === orderId)?.reference ?? 'order';
  return html`<table class="plan"><caption class="unseen">Invoices, latest first</caption>
<thead><tr><th scope="col">Invoice</th><th scope="col">Order</th><th scope="col">Issued (UTC)</th><th scope="col" class="number">Total</th><th scope="col">State</th></tr></thead>
<tbody>${invoices.map(
    (one) =>
      html`<tr><th scope="row"><a href="/newsroom/ads/invoices/${one.number}.pdf">${one.number}</a></th><td><a href="/newsroom/ads/${one.orderId}">${reference(one.orderId)}</a></td><td>${formatTime(one.issuedAt)}</td><td class="number">${dollars(one.totalCents)}</td><td>${invoiceWords(one)}</td></tr>`,
  )}</tbody></table>`;
}

function invoiceWords({ paidOn, creditedBy }: AdvertiserInvoice): string {
  if (creditedBy) return `reversed by ${creditedBy}`;
  return paidOn ? `paid ${paidOn}` : 'not paid';
}
