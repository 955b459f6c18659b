import { html } from 'hono/html';
import type { Billing } from '#ads/orders/billing.ts';
import type { Html } from '#html/html.ts';
import { BILLING, folded, orderForm } from './order-forms.ts';
import type { OrderRecord } from './order-record.ts';

/** The address and the tax number that the advertiser's next invoice will show, and the form that changes them. */
export function billingSection({ order, billing, refused }: OrderRecord): Html {
  return html`<h2 id="billing">Billing</h2>
${billing.address === '' ? html`<p>No billing address yet: an invoice shows only the name and the contact.</p>` : facts(billing)}
${folded(
  refused,
  ['billing'],
  'Change the billing details …',
  orderForm(refused, {
    name: 'billing',
    action: `/newsroom/ads/${order.id}/billing`,
    fields: BILLING,
    values: billing,
    after: html`<p class="hint">For all later invoices of ${order.advertiser}. An issued invoice does not change.</p>`,
    button: 'Save the billing details',
  }),
)}`;
}

function facts({ address, taxNumber, taxExempt }: Billing): Html {
  return html`<dl class="facts"><div><dt>Address</dt><dd class="words">${address}</dd></div>
${taxNumber ? html`<div><dt>Tax number</dt><dd>${taxNumber}</dd></div>` : ''}
${taxExempt ? html`<div><dt>No tax</dt><dd>${taxExempt}</dd></div>` : ''}</dl>`;
}
