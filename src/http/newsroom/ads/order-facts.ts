import { html } from 'hono/html';
import { categoryLabel } from '../../../ads/catalog/categories.ts';
import { BEFORE_BOOKING, type Order } from '../../../ads/orders/orders.ts';
import { dollars } from '../../../core/money.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { formatTime } from '../kit/time.ts';
import { days } from './ad-labels.ts';
import { categoryField, field, rateFields, similarFields, typedOf } from './order-fields.ts';
import type { OrderFile } from './order-record.ts';

/** What an order says, and the form that corrects it. */
export function orderFacts(_c: Context, file: OrderFile): Html {
  const { order } = file;
  const { contactName, contactEmail, category, cents, insertionOrder, note, openedAt } = order;
  const rate = insertionOrder
    ? `insertion order ${insertionOrder.number}, signed ${insertionOrder.signedOn}`
    : 'list price';
  return html`<h2 id="order">The order</h2>
<dl class="facts">
<div><dt>Days (UTC)</dt><dd>${days(order)}</dd></div>
<div><dt>Rate</dt><dd>${dollars(cents)}, ${rate}</dd></div>
<div><dt>Category</dt><dd>${categoryLabel(category)}</dd></div>
<div><dt>Contact</dt><dd>${contactName}, <a href="mailto:${contactEmail}">${contactEmail}</a></dd></div>
<div><dt>Opened</dt><dd>${formatTime(openedAt)} (UTC)</dd></div>
${note ? html`<div><dt>Note</dt><dd class="words">${note}</dd></div>` : ''}
</dl>
${correctionForm(file)}`;
}

function correctionForm({ order, invoice, refused }: OrderFile): Html {
  const isThis = refused !== null && refused.typed.advertiserIs !== undefined;
  const typed = isThis ? refused.typed : typedOf(order);
  const isBefore = BEFORE_BOOKING.includes(order.state);
  return html`<details${isThis ? html` open` : ''}><summary>Correct the order …</summary>
<form class="entry" method="post" action="/newsroom/ads/${order.id}/correct">
${field('advertiser', 'Advertiser', typed, { hint: 'The legal name, letter by letter. An issued invoice stays as it is.' })}
${advertiserChoice(order, isBefore, typed)}
${similarFields(isThis ? refused.failure : null, typed)}
${isBefore ? categoryField(typed) : kept('category', typed.category, 'otherCategory', typed.otherCategory)}
${field('contactName', 'Contact', typed)}
${field('contactEmail', 'Contact’s e-mail address', typed, { type: 'email' })}
${invoice ? html`${kept('rate', typed.rate, 'orderNumber', typed.orderNumber, 'signedOn', typed.signedOn, 'amount', typed.amount)}<p class="hint">Its rate changes once invoice ${invoice.number} is credited.</p>` : rateFields(typed)}
<p class="field"><label for="note">Note, for the desk alone</label>
<textarea id="note" name="note" rows="3">${typed.note ?? ''}</textarea></p>
<p><button class="plain">Correct it</button></p></form></details>`;
}

function advertiserChoice({ advertiser }: Order, isBefore: boolean, { advertiserIs }: Record<string, string>): Html {
  if (!isBefore) return kept('advertiserIs', 'renamed');
  const isAnother = advertiserIs === 'another';
  return html`<fieldset><legend>Another name</legend>
<p><input type="radio" id="is-renamed" name="advertiserIs" value="renamed"${isAnother ? '' : html` checked`}> <label for="is-renamed">corrects the name of ${advertiser}, on all its orders</label></p>
<p><input type="radio" id="is-another" name="advertiserIs" value="another"${isAnother ? html` checked` : ''}> <label for="is-another">gives this order to another advertiser</label></p></fieldset>`;
}

/** Hidden fields, as pairs of name and value. */
function kept(...pairs: (string | undefined)[]): Html {
  const names = pairs.filter((_, index) => index % 2 === 0);
  return html`${names.map((name, index) => html`<input type="hidden" name="${name}" value="${pairs[index * 2 + 1] ?? ''}">`)}`;
}
