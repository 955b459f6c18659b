import { html } from 'hono/html';
import { CATEGORIES, categoryLabel } from '#ads/catalog/categories.ts';
import type { Order } from '#ads/orders/orders.ts';
import { Failure } from '#core/failure.ts';
import { readDollars } from '#core/money.ts';
import type { Html } from '#html/html.ts';

// The fields of an order, for the form that opens one and the form that corrects one.

export type OrderFormFields = Record<string, string>;

export const ORDER_LABELS = {
  unit: 'The unit',
  advertiser: 'The advertiser',
  category: 'The product category',
  contactName: 'The contact',
  contactEmail: 'The contact’s address',
  startsOn: 'The first day',
  endsOn: 'The last day',
  insertionOrder: 'The insertion order',
  note: 'The note',
};

/** Turns form fields into the fields of an inquiry. @throws validation_failed for an invalid rate */
export function toInquiryFields(typed: OrderFormFields) {
  const { unit = '', advertiser = '', contactName = '', contactEmail = '', note = '' } = typed;
  const { startsOn = '', endsOn = '', rate = 'list', orderNumber = '', signedOn = '', amount = '' } = typed;
  const { category = '', otherCategory = '' } = typed;
  const cents = readDollars(amount);
  if (rate !== 'list' && cents === null)
    throw new Failure('validation_failed', 'The rate must be an amount in US dollars.', {
      hint: 'Write it as 1800 or 1,800.50.',
    });
  return {
    unit,
    advertiser,
    category: category === 'other' ? `other: ${otherCategory}` : category,
    contactName,
    contactEmail,
    startsOn,
    endsOn: endsOn === '' ? null : endsOn,
    insertionOrder: rate === 'insertion order' ? { number: orderNumber, signedOn, cents } : null,
    ...(rate === 'proposed' && { proposedCents: cents }),
    note: note.replaceAll('\r\n', '\n'),
  };
}

/** The values of an order as form fields. */
export function toFormFields({
  advertiser,
  category,
  contactName,
  contactEmail,
  insertionOrder,
  cents,
  note,
}: Order): OrderFormFields {
  const isListed = CATEGORIES.some(({ id }) => id === category);
  return {
    advertiser,
    category: isListed ? category : 'other',
    otherCategory: isListed ? '' : category.replace(/^other: /, ''),
    contactName,
    contactEmail,
    rate: insertionOrder ? 'insertion order' : 'list',
    orderNumber: insertionOrder?.number ?? '',
    signedOn: insertionOrder?.signedOn ?? '',
    amount: insertionOrder ? String(cents / 100) : '',
    note,
  };
}

export function categoryField(typed: OrderFormFields): Html {
  const chosen = typed.category ?? '';
  const isListed = CATEGORIES.some(({ id }) => id === chosen);
  const other = typed.otherCategory ?? (isListed ? '' : categoryLabel(chosen));
  return html`<p class="field"><label for="category">Product category</label>
<select id="category" name="category" required aria-describedby="category-hint">
<option value="">Choose one</option>
${CATEGORIES.map(({ id, label }) => html`<option value="${id}"${id === chosen ? html` selected` : ''}>${label}</option>`)}
<option value="other"${chosen !== '' && !isListed ? html` selected` : ''}>Other: …</option>
</select>
<span class="hint" id="category-hint">A sponsor is the only advertiser of its category in an issue.</span></p>
${field('otherCategory', 'Other category, if the list has none that fits', { otherCategory: other }, { isOptional: true })}`;
}

/** The rate of an order. A new order of a custom program may have a rate that the advertiser has not accepted yet. */
export function rateFields(typed: OrderFormFields, isNew: boolean): Html {
  const rate = typed.rate ?? 'list';
  const choice = (id: string, value: string, words: string) =>
    html`<p><input type="radio" id="${id}" name="rate" value="${value}"${rate === value ? html` checked` : ''}> <label for="${id}">${words}</label></p>`;
  return html`<fieldset><legend>Rate</legend>
${choice('rate-list', 'list', isNew ? 'the list price' : 'as it is, without an insertion order')}
${isNew ? choice('rate-proposed', 'proposed', 'for a custom program: a rate that the advertiser accepts later') : ''}
${choice('rate-order', 'insertion order', 'the rate of a signed insertion order:')}
${field('orderNumber', 'Its number', typed, { isOptional: true })}
${field('signedOn', 'Signed on', typed, { type: 'date', isOptional: true })}
${field('amount', 'Rate in US dollars', typed, { isOptional: true })}
</fieldset>`;
}

/** The choice between advertisers with a similar name. */
export function similarFields(failure: Failure | null, typed: OrderFormFields): Html | string {
  const similar = (failure?.detail.more?.similar ?? []) as { id: string; name: string }[];
  if (similar.length === 0) return '';
  return html`<fieldset class="similar"><legend>Which advertiser is meant?</legend>
<p><input type="radio" id="similar-new" name="advertiserChoice" value="new" required> <label for="similar-new">A new one, called ${typed.advertiser}</label></p>
${similar.map(({ id, name }) => html`<p><input type="radio" id="similar-${id}" name="advertiserChoice" value="${id}" required> <label for="similar-${id}">${name}, an existing advertiser</label></p>`)}
</fieldset>`;
}

type More = { type?: string; hint?: string; list?: readonly string[]; isOptional?: true };

export function field(name: string, label: string, typed: OrderFormFields, more: More = {}): Html {
  const { type = 'text', hint, list, isOptional } = more;
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${typed[name] ?? ''}" autocomplete="off"${isOptional ? '' : html` required`}${list ? html` list="${name}-used"` : ''}${hint ? html` aria-describedby="${name}-hint"` : ''}>
${list ? html`<datalist id="${name}-used">${list.map((one) => html`<option value="${one}">`)}</datalist>` : ''}
${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}</p>`;
}
