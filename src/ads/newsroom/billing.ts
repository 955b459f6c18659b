import { html } from 'hono/html';
import type { Billing } from '#ads/orders/billing.ts';
import type { Html } from '#html/html.ts';
import { field } from './order-fields.ts';
import type { OrderRecord } from './order-record.ts';

/** The address and the tax number that the advertiser's next invoice will show, and the form that changes them. */
export function billingSection({ order, billing, refused }: OrderRecord): Html {
  const isThis = refused?.typed.taxExempt !== undefined;
  const typed: Record<string, string> = isThis ? refused.typed : billing;
  return html`<h2 id="billing">Billing</h2>
${billing.address === '' ? html`<p>No billing address yet: an invoice shows only the name and the contact.</p>` : facts(billing)}
<details${isThis ? html` open` : ''}><summary>Change the billing details …</summary>
<form class="entry" method="post" action="/newsroom/ads/${order.id}/billing">
<p class="field"><label for="address">Address</label>
<textarea id="address" name="address" rows="4">${typed.address ?? ''}</textarea></p>
${field('taxNumber', 'Tax number', typed, { isOptional: true })}
${field('taxExempt', 'Why no tax is charged', typed, { isOptional: true, hint: 'Such as: reverse charge. Printed on the invoice. Leave it empty to charge the tax rate.' })}
<p class="hint">For all later invoices of ${order.advertiser}. An issued invoice does not change.</p>
<p><button class="plain">Save the billing details</button></p></form></details>`;
}

function facts({ address, taxNumber, taxExempt }: Billing): Html {
  return html`<dl class="facts"><div><dt>Address</dt><dd class="words">${address}</dd></div>
${taxNumber ? html`<div><dt>Tax number</dt><dd>${taxNumber}</dd></div>` : ''}
${taxExempt ? html`<div><dt>No tax</dt><dd>${taxExempt}</dd></div>` : ''}</dl>`;
}
