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
import { currencyName, formatAmount } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { emailIt, mailNote } from './ad-labels.ts';
import { folded, orderForm, type RefusedOrder, reasonFields } from './order-forms.ts';

/** An insertion order on the page of its order. */
export type ShownInsertionOrder = InsertionOrder & { state: InsertionOrderState };

export async function readInsertionOrders(c: Context, order: Order): Promise<ShownInsertionOrder[]> {
  const { deps } = c.var;
  const insertionOrders = await listInsertionOrders(deps.db.read, order.id);
  return Promise.all(
    insertionOrders.map(async (insertionOrder) => ({
      ...insertionOrder,
      state: await stateOf(deps, deps.db.read, insertionOrder, order),
    })),
  );
}

type Shown = {
  order: Order;
  invoice: Invoice | null;
  insertionOrders: ShownInsertionOrder[];
  refused: RefusedOrder | null;
};

/** The insertion orders of an order, and the form that makes one. */
export function insertionOrdersSection(c: Context, { order, invoice, insertionOrders, refused }: Shown): Html | string {
  const canMake = CAN_AGREE.includes(order.state) && invoice === null;
  if (!canMake && insertionOrders.length === 0) return '';
  return html`<h2 id="insertion-orders">Insertion orders</h2>
${insertionOrders.length === 0 ? '' : html`<ul class="papers">${insertionOrders.map((insertionOrder) => line(c, insertionOrder, refused))}</ul>`}
${canMake ? makeForm(c, order, insertionOrders, refused) : ''}`;
}

function line(c: Context, insertionOrder: ShownInsertionOrder, refused: RefusedOrder | null): Html {
  const { number, cents, document, madeAt, madeBy, state } = insertionOrder;
  return html`<li><a href="/newsroom/ads/insertion-orders/${number}.pdf">${number}</a>, ${formatAmount(cents, document.currency)}, made ${formatTime(madeAt)} (UTC) by ${madeBy}: ${stateWords(insertionOrder)}
${state === 'open' || state === 'accepted' ? emailIt(insertionOrder.orderId, `insertion order ${number}`) : ''}${state === 'open' ? openForms(c, insertionOrder, refused) : ''}${state === 'expired' || state === 'changed' ? withdrawForm(insertionOrder, refused) : ''}</li>`;
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
      return html`${pill('waits')} until ${document.acceptUntil}`;
    case 'accepted':
      return html`${pill('accepted', 'ready')} ${formatTime(acceptedAt ?? '')} (UTC) by ${acceptedName}. <span class="by">SHA-256 of the PDF: <code>${pdfHash}</code></span>`;
    case 'withdrawn':
      return html`withdrawn. ${withdrawnReason}`;
    case 'expired':
      return html`${pill('expired', 'block')} ${document.acceptUntil}`;
    case 'changed':
      return html`${pill('out of date', 'block')} The order has changed since.`;
    default:
      return html`not accepted`;
  }
}

function openForms(c: Context, insertionOrder: InsertionOrder, refused: RefusedOrder | null): Html {
  const url = insertionOrderUrl(c.var.config.publication.baseUrl, secretOf(c.var.deps, insertionOrder.number));
  return html`<details><summary>The advertiser’s link …</summary><p class="hint">Everybody who has this link can accept ${insertionOrder.number}.</p><p class="words"><code>${url}</code></p></details>
${withdrawForm(insertionOrder, refused)}`;
}

function withdrawForm({ number }: InsertionOrder, refused: RefusedOrder | null): Html {
  const name = `withdraw-${number}`;
  return folded(
    refused,
    [name],
    `Withdraw ${number} …`,
    orderForm(refused, {
      name,
      action: `/newsroom/ads/insertion-orders/${number}/withdraw`,
      fields: reasonFields('The reason, which the advertiser gets by email'),
      button: 'Withdraw it',
      weight: 'danger',
    }),
  );
}

function makeForm(
  c: Context,
  { id, cents, currency }: Order,
  made: readonly ShownInsertionOrder[],
  refused: RefusedOrder | null,
): Html {
  const replaced = made.find(({ acceptedAt, withdrawnAt }) => acceptedAt === null && withdrawnAt === null);
  return folded(
    refused,
    ['agree'],
    'Make an insertion order …',
    orderForm(refused, {
      name: 'agree',
      action: `/newsroom/ads/${id}/insertion-orders`,
      before: html`<p class="hint">A PDF with the days, the rate and the terms. ${mailNote(c, 'The contact gets it by email, with a link to accept it.')} The order gets the rate when it is accepted.${replaced ? ` It replaces ${replaced.number}.` : ''} Enter an insertion order signed on paper with “Correct the order”.</p>`,
      fields: { amount: { label: `Rate in ${currencyName(currency)}, without tax` } },
      values: { amount: (cents / 100).toFixed(2) },
      button: 'Make the insertion order',
    }),
  );
}
