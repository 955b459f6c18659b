import { html } from 'hono/html';
import { type InsertionOrderState, stateOf } from '#ads/orders/accept-insertion-order.ts';
import {
  CAN_AGREE,
  type InsertionOrder,
  insertionOrderUrl,
  listInsertionOrders,
  secretOf,
} from '#ads/orders/insertion-orders.ts';
import type { Invoice } from '#ads/orders/invoices.ts';
import type { Order } from '#ads/orders/orders.ts';
import { dollars } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { emailIt, mailNote } from './ad-labels.ts';

/** An insertion order on the page of its order. */
export type ShownInsertionOrder = InsertionOrder & { state: InsertionOrderState };

export async function readInsertionOrders(c: Context, order: Order): Promise<ShownInsertionOrder[]> {
  const { deps } = c.var;
  const found = await listInsertionOrders(deps.db.read, order.id);
  return Promise.all(found.map(async (one) => ({ ...one, state: await stateOf(deps, deps.db.read, one, order) })));
}

type Shown = { order: Order; invoice: Invoice | null; insertionOrders: ShownInsertionOrder[] };

/** The insertion orders of an order, and the form that makes one. */
export function insertionOrdersSection(c: Context, { order, invoice, insertionOrders }: Shown): Html | string {
  const canMake = CAN_AGREE.includes(order.state) && invoice === null;
  if (!canMake && insertionOrders.length === 0) return '';
  return html`<h2 id="insertion-orders">Insertion orders</h2>
${insertionOrders.length === 0 ? '' : html`<ul>${insertionOrders.map((one) => line(c, one))}</ul>`}
${canMake ? makeForm(c, order, insertionOrders) : ''}`;
}

function line(c: Context, one: ShownInsertionOrder): Html {
  const { number, cents, madeAt, madeBy, state } = one;
  return html`<li><a href="/newsroom/ads/insertion-orders/${number}.pdf">${number}</a>, ${dollars(cents)}, made ${formatTime(madeAt)} (UTC) by ${madeBy}: ${stateWords(one)}
${state === 'open' || state === 'accepted' ? emailIt(one.orderId, `insertion order ${number}`) : ''}${state === 'open' ? openForms(c, one) : ''}${state === 'expired' || state === 'changed' ? withdrawForm(one) : ''}</li>`;
}

function stateWords({
  state,
  document,
  acceptedAt,
  acceptedName,
  withdrawnReason,
  pdfHash,
}: ShownInsertionOrder): Html {
  switch (state) {
    case 'open':
      return html`<b class="mark">waits</b> until ${document.acceptUntil}`;
    case 'accepted':
      return html`<b class="mark">accepted</b> ${formatTime(acceptedAt ?? '')} (UTC) by ${acceptedName}. <span class="by">SHA-256 of the PDF: <code>${pdfHash}</code></span>`;
    case 'withdrawn':
      return html`withdrawn. ${withdrawnReason}`;
    case 'expired':
      return html`<b class="mark trouble">expired</b> ${document.acceptUntil}`;
    case 'changed':
      return html`<b class="mark trouble">out of date</b> The order has changed since.`;
    default:
      return html`not accepted`;
  }
}

function openForms(c: Context, one: InsertionOrder): Html {
  const url = insertionOrderUrl(c.var.config.publication.baseUrl, secretOf(c.var.deps, one.number));
  return html`<details><summary>The advertiser’s link …</summary><p class="hint">Everybody who has this link can accept ${one.number}.</p><p class="words"><code>${url}</code></p></details>
${withdrawForm(one)}`;
}

function withdrawForm({ number }: InsertionOrder): Html {
  return html`<details><summary>Withdraw ${number} …</summary>
<form class="entry" method="post" action="/newsroom/ads/insertion-orders/${number}/withdraw">
<p class="field"><label for="withdraw-${number}">The reason, which the advertiser gets by email</label><input id="withdraw-${number}" name="reason" autocomplete="off" required></p>
<p><button class="plain">Withdraw it</button></p></form></details>`;
}

function makeForm(c: Context, { id, cents }: Order, made: readonly ShownInsertionOrder[]): Html {
  const replaced = made.find(({ acceptedAt, withdrawnAt }) => acceptedAt === null && withdrawnAt === null);
  return html`<details><summary>Make an insertion order …</summary>
<form class="entry" method="post" action="/newsroom/ads/${id}/insertion-orders">
<p class="hint">A PDF with the days, the rate and the terms. ${mailNote(c, 'The contact gets it by email, with a link to accept it.')} The order gets the rate when it is accepted.${replaced ? ` It replaces ${replaced.number}.` : ''} An insertion order signed on paper is entered with “Correct the order”.</p>
<p class="field"><label for="agreed-rate">Rate in US dollars, without tax</label><input id="agreed-rate" name="amount" value="${(cents / 100).toFixed(2)}" inputmode="decimal" autocomplete="off" required></p>
<p><button class="plain">Make the insertion order</button></p></form></details>`;
}
