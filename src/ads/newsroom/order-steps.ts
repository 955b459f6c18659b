import { html } from 'hono/html';
import { addDays, isExclusive, placementsOf } from '#ads/catalog/ad-calendar.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { termOf } from '#ads/catalog/units.ts';
import { CHECKLIST } from '#ads/orders/decide-order.ts';
import { dayIn } from '#ads/orders/documents.ts';
import { CANCEL_DAYS, isLate } from '#ads/orders/end-order.ts';
import { LONGEST_HOLD, USUAL_HOLD } from '#ads/orders/holds.ts';
import { BEFORE_BOOKING, type Order } from '#ads/orders/orders.ts';
import { nextStart, RENEWABLE } from '#ads/orders/renew-order.ts';
import { isEditorial } from '#core/actor.ts';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { mailNote } from './ad-labels.ts';
import type { OrderRecord } from './order-record.ts';

/** The form for the next step of an order. */
export function nextStep(c: Context, file: OrderRecord, { units }: AdvertisingCatalog): Html | string {
  const { order, creatives } = file;
  const needsNone = units.find(({ id }) => id === order.unit)?.creativeIds.length === 0;
  const waiting = creatives.some(({ state }) => state === 'in');
  switch (order.state) {
    case 'inquiry':
      return needsNone
        ? acceptance(c, order, 'accept')
        : note('Next step', 'Add the creatives below. Then an editor checks them.');
    case 'creative in':
      return acceptance(c, order, 'accept');
    case 'accepted':
      return waiting ? acceptance(c, order, 'accept-creative') : invoiceForm(c, file);
    case 'invoiced':
      return waiting
        ? acceptance(c, order, 'accept-creative')
        : html`${file.invoice?.paidOn ? '' : paidForm(c, file)}${bookForm(file)}`;
    case 'booked':
    case 'running':
      return html`${missedSteps(file)}${waiting ? acceptance(c, order, 'accept-creative') : ''}${invoiceAgain(c, file)}${order.state === 'running' ? proofForm(order, 'The proof so far') : ''}`;
    case 'ran':
      return html`${invoiceAgain(c, file)}${proofForm(order, 'The proof of the run')}${file.proofs.length > 0 ? closeForm(order) : ''}`;
    case 'closed':
      return html`${invoiceAgain(c, file)}${proofForm(order, 'The proof again')}`;
    default:
      return '';
  }
}

function acceptance(c: Context, { id }: Order, act: 'accept' | 'accept-creative'): Html {
  if (!isEditorial(c.var.actor)) return note('Next step', 'An editor accepts or refuses the ad.');
  return html`<section class="step" aria-labelledby="accept-title"><h2 id="accept-title">Accept or refuse</h2>
<form method="post" action="/newsroom/ads/${id}/${act}">
<fieldset class="ticks"><legend>I looked at each creative below, and</legend>
${CHECKLIST.map((line) => html`<p><input type="checkbox" id="tick-${line.id}" name="tick-${line.id}" value="yes" required> <label for="tick-${line.id}">${line.words}</label></p>`)}
</fieldset>
<p><button>${act === 'accept' ? 'Accept the ad' : 'Accept the new files'}</button></p></form>
${act === 'accept' ? refusalForm(id) : ''}</section>`;
}

function refusalForm(id: string): Html {
  return html`<details><summary>Refuse the ad …</summary>
<form class="entry" method="post" action="/newsroom/ads/${id}/refuse">
<p class="field"><label for="refuse-reason">The reason, which the advertiser gets by email</label><textarea id="refuse-reason" name="reason" rows="3" required></textarea></p>
<p><button class="plain">Refuse it</button></p></form></details>`;
}

/** A booked or later order needs a new invoice after its invoice was credited. */
function invoiceAgain(c: Context, file: OrderRecord): Html | string {
  return file.invoice ? '' : invoiceForm(c, file);
}

function invoiceForm(c: Context, { order: { id }, conflicts }: OrderRecord): Html {
  const despite = conflicts.some(({ kind }) => kind === 'taken' || kind === 'on hold')
    ? html`<p class="pick"><input type="checkbox" id="despite" name="despite" value="yes" required> <label for="despite">Issue it although another order has its days or its category</label></p>`
    : '';
  return step(
    'Invoice',
    `It gets the next number of the year. ${mailNote(c, 'The contact gets it by email.')} A credit note reverses a wrong invoice.`,
    html`
<form method="post" action="/newsroom/ads/${id}/invoice">${despite}<p><button>Issue the invoice</button></p></form>`,
  );
}

function paidForm(c: Context, { invoice }: OrderRecord): Html | string {
  if (!invoice) return '';
  const today = dayIn(c.var.config.publication.timeZone, now(c.var.deps));
  return step(
    'Payment',
    'Record it when the money has arrived.',
    html`
<form class="entry" method="post" action="/newsroom/ads/invoices/${invoice.number}/paid">
<p class="field"><label for="paid-on">Paid on</label><input id="paid-on" name="paidOn" type="date" value="${today}" min="${invoice.document.issuedOn}" max="${today}" required></p>
<p class="field"><label for="paid-note">How</label><input id="paid-note" name="note" autocomplete="off" placeholder="bank transfer"></p>
<p><button>Record the payment</button></p></form>`,
  );
}

function bookForm({ order, invoice, conflicts }: OrderRecord): Html {
  const similar = conflicts.some(({ kind }) => kind === 'similar')
    ? html`<p class="field"><label for="differs">Why its product differs from the sponsor’s</label><input id="differs" name="differsBecause" autocomplete="off" required></p>`
    : '';
  const credit = invoice?.paidOn
    ? ''
    : html`<p class="field"><label for="credit">Reason for booking on credit</label><input id="credit" name="onCreditBecause" autocomplete="off" required></p>`;
  return step(
    'Book the run',
    'Reserves all days of all places, or none. If another order holds one of them, nothing is booked.',
    html`
<form class="entry" method="post" action="/newsroom/ads/${order.id}/book">${credit}${similar}<p><button>Book the run</button></p></form>`,
  );
}

/** What can follow when an ad did not run: other days at no extra cost, or the end of the order with a credit note. */
function missedSteps({ order, missed }: OrderRecord): Html | string {
  if (!missed) return '';
  const { nextFree } = missed;
  return step(
    'The ad did not run',
    'The advertiser got an email that says so and asks what they prefer. The server sends no reminder of the invoice meanwhile.',
    html`
${
  nextFree
    ? html`<form method="post" action="/newsroom/ads/${order.id}/move"><input type="hidden" name="startsOn" value="${nextFree}"><p><button>Move it to ${nextFree}, the next free ${termOf(order.unit) === 'one send' ? 'week' : 'days'}</button></p></form>`
    : ''
}
<form class="entry" method="post" action="/newsroom/ads/${order.id}/move">
<p class="field"><label for="move-start">Or another first day (UTC)</label><input id="move-start" name="startsOn" type="date" value="${nextFree ?? ''}" required></p>
<p><button class="plain">Move it there</button></p></form>
<p class="hint">To credit it instead, cancel the order for the publisher below: the credit note is written with it.</p>`,
  );
}

function proofForm({ id }: Order, title: string): Html {
  return step(
    title,
    'Signed, as PDF and JSON: where and when the ad was seen, and the gaps. It counts no readers.',
    html`
<form method="post" action="/newsroom/ads/${id}/proofs"><p><button>Make the proof</button></p></form>`,
  );
}

function closeForm({ id }: Order): Html {
  return step(
    'Close',
    'When the advertiser has the proof.',
    html`
<form method="post" action="/newsroom/ads/${id}/close"><p><button>Close the order</button></p></form>`,
  );
}

/** The other acts: change the days, cancel the order. */
export function otherSteps(c: Context, file: OrderRecord): Html | string {
  const { order } = file;
  const isBefore = BEFORE_BOOKING.includes(order.state);
  const canEnd = isBefore || order.state === 'booked' || order.state === 'running';
  const canRenew = RENEWABLE.includes(order.state);
  if (!canEnd && !canRenew) return '';
  return html`<h2>Other actions</h2>
${canRenew ? renewForm(c, order) : ''}
${isBefore ? html`${holdForm(c, file)}${datesForm(order)}` : ''}
${canEnd ? cancelForm(c, order) : ''}`;
}

function renewForm(c: Context, order: Order): Html {
  const { id, unit } = order;
  const today = now(c.var.deps).slice(0, 10);
  return html`<details><summary>Renew the order …</summary>
<form class="entry" method="post" action="/newsroom/ads/${id}/renew">
<input type="hidden" name="formKey" value="${c.var.deps.newId()}">
<p class="hint">Opens a new order for the same unit, contact and category, ${termOf(unit) === 'as agreed' ? 'with this rate as a proposal' : 'at the list price'}. The accepted files are taken over; an editor accepts them again.</p>
<p class="field"><label for="renew-start">First day (UTC)</label><input id="renew-start" name="startsOn" type="date" value="${nextStart(order, today)}" required></p>
<p><button class="plain">Open the new order</button></p></form></details>`;
}

/** Holds the days, or releases them. A unit that shows several advertisers at a time has nothing to hold. */
function holdForm(c: Context, { order, heldUntil }: OrderRecord): Html | string {
  const { id, unit, startsOn } = order;
  if (!placementsOf(unit, order).some(({ place }) => isExclusive(place))) return '';
  const today = now(c.var.deps).slice(0, 10);
  const latest = [addDays(today, LONGEST_HOLD), addDays(startsOn, -1)].sort()[0] ?? today;
  if (latest < today) return '';
  const usual = heldUntil ?? [addDays(today, USUAL_HOLD), latest].sort()[0];
  return html`<details><summary>${heldUntil ? html`On hold until ${heldUntil} …` : 'Hold the days …'}</summary>
<form class="entry" method="post" action="/newsroom/ads/${id}/hold">
<p class="hint">Nobody else can book or hold these days until the end of the last day (UTC). ${mailNote(c, 'The contact gets an email.')}</p>
<p class="field"><label for="hold-until">Last day of the hold</label><input id="hold-until" name="until" type="date" value="${usual}" min="${today}" max="${latest}" required></p>
<p><button class="plain">${heldUntil ? 'Change the hold' : 'Hold the days'}</button></p></form>
${heldUntil ? html`<form method="post" action="/newsroom/ads/${id}/release"><p><button class="plain">Release the days</button></p></form>` : ''}</details>`;
}

function datesForm({ id, startsOn, endsOn, unit }: Order): Html {
  return html`<details><summary>Change the days …</summary>
<form class="entry" method="post" action="/newsroom/ads/${id}/dates">
<p class="field"><label for="other-start">First day (UTC)</label><input id="other-start" name="startsOn" type="date" value="${startsOn}" required></p>
${termOf(unit) === 'as agreed' ? html`<p class="field"><label for="other-end">Last day</label><input id="other-end" name="endsOn" type="date" value="${endsOn}" required></p>` : ''}
<p><button class="plain">Change the days</button></p></form></details>`;
}

function cancelForm(c: Context, order: Order): Html {
  const today = now(c.var.deps).slice(0, 10);
  const isChief = c.var.session?.editor.role === 'chief';
  const isHeld = order.state === 'booked' || order.state === 'running';
  const late = isLate(order, today);
  return html`<details><summary>Cancel the order …</summary>
<form class="entry" method="post" action="/newsroom/ads/${order.id}/cancel">
<input type="hidden" name="by" value="advertiser">
<h3>The advertiser cancels</h3>
<p class="field"><label for="in-writing">The advertiser’s letter or email</label><input id="in-writing" name="inWriting" autocomplete="off" required></p>
<p class="field"><label for="arrived-on">The day it arrived (UTC)</label><input id="arrived-on" name="arrivedOn" type="date" value="${today}" min="${order.openedAt.slice(0, 10)}" max="${today}" required></p>
${late ? lateFields(isChief) : ''}
<p><button class="plain">Cancel for the advertiser</button></p></form>
${isHeld && !isChief ? html`<p class="hint">Only a chief can cancel a ${order.state} order for the publisher.</p>` : publisherForm(order)}</details>`;
}

function lateFields(isChief: boolean): Html {
  const words = html`<p class="hint">Less than ${CANCEL_DAYS} days are left until the start. The day the letter arrived counts. If that was too late, only a chief can cancel, with a reason.</p>`;
  if (!isChief) return words;
  return html`${words}
<p class="field"><label for="late-because">If it arrived too late: the reason to cancel nevertheless</label><input id="late-because" name="lateBecause" autocomplete="off"></p>`;
}

function publisherForm({ id }: Order): Html {
  return html`<form class="entry" method="post" action="/newsroom/ads/${id}/cancel">
<input type="hidden" name="by" value="publisher">
<h3>We cancel</h3>
<p class="field"><label for="our-reason">The reason, which the advertiser gets by email</label><input id="our-reason" name="inWriting" autocomplete="off" required></p>
<p><button class="plain">Cancel for the publisher</button></p></form>`;
}

function note(title: string, words: string): Html {
  return step(title, words, html``);
}

function step(title: string, words: string, form: Html): Html {
  const id = `step-${title.toLowerCase().replaceAll(' ', '-')}`;
  return html`<section class="step" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p class="hint">${words}</p>${form}</section>`;
}
