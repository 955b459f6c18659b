import { html } from 'hono/html';
import { addDays, daysBetween, isExclusive, placementsOf } from '#ads/catalog/ad-calendar.ts';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { termOf } from '#ads/catalog/units.ts';
import { CANCEL_DAYS, isLate } from '#ads/orders/end-order.ts';
import { LONGEST_HOLD, USUAL_HOLD } from '#ads/orders/holds.ts';
import { BEFORE_BOOKING, type Order } from '#ads/orders/orders.ts';
import { nextStart, RENEWABLE } from '#ads/orders/renew-order.ts';
import { isEditorial } from '#core/actor.ts';
import { formatAmount } from '#core/money.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Html } from '#html/html.ts';
import { meter } from '#html/newsroom/kit/card.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { mailNote } from './ad-labels.ts';
import {
  BOOKING,
  CANCELLATION,
  DATES,
  DESPITE,
  folded,
  HOLD,
  LONG_REASON,
  ONE_DAY,
  OUR_CANCELLATION,
  orderForm,
  PAYMENT,
  TICKS,
} from './order-forms.ts';
import type { OrderRecord } from './order-record.ts';
import { type Stage, stageOf } from './order-stage.ts';

export function stageOfRecord(file: OrderRecord, { units }: AdvertisingCatalog): Stage {
  return stageOf({
    ...file,
    hasNewCreative: file.creatives.some(({ state }) => state === 'in'),
    needsNoCreative: units.find(({ id }) => id === file.order.unit)?.creativeIds.length === 0,
    isMissed: file.missed !== null,
  });
}

/** The step in front: the one thing to do now, with what it needs. Lesser acts of the same step are below it, plain. */
export function nextStep(c: Context, file: OrderRecord, catalog: AdvertisingCatalog): Html | string {
  const { order } = file;
  const isNew = order.state === 'inquiry' || order.state === 'creative in';
  switch (stageOfRecord(file, catalog)) {
    case 'answer':
      return file.conflicts.some(({ kind }) => kind === 'taken' || kind === 'on hold')
        ? otherDays(c, file)
        : acceptance(c, file, 'accept');
    case 'creative':
      return step(
        'Wait for the creative',
        `${mailNote(c, 'The contact has a link to send the files.')} Add the files here that came another way. Then an editor checks them.`,
        isEditorial(c.var.actor) ? refusal(file) : '',
      );
    case 'check':
      return acceptance(c, file, isNew ? 'accept' : 'accept-creative');
    case 'invoice':
      return step('Invoice', invoiceWords(c), html`${invoiceFacts(file)}${invoiceForm(file, 'primary')}`);
    case 'payment':
      return step('Payment', 'Record it when the money has arrived.', html`${paidForm(c, file)}${creditBooking(file)}`);
    case 'book':
      return step('Book the flight', BOOKING_WORDS, bookForm(file, 'primary'));
    case 'running':
      return running(c, file);
    case 'close':
      return file.missed ? missedStep(file) : closing(file);
    case 'done':
      return order.state === 'closed' ? afterwards(c, file) : '';
  }
}

function step(title: string, words: string, inner: Html | string): Html {
  return html`<section class="step" aria-labelledby="step-title"><h2 id="step-title">${title}</h2><p class="hint">${words}</p>${inner}</section>`;
}

function acceptance(c: Context, file: OrderRecord, act: 'accept' | 'accept-creative'): Html {
  const { order, refused } = file;
  if (!isEditorial(c.var.actor)) return step('Next step', 'An editor accepts or refuses the ad.', '');
  return step(
    'Accept or refuse',
    'Every line has to be ticked.',
    html`${orderForm(refused, {
      name: 'accept',
      action: `/newsroom/ads/${order.id}/${act}`,
      fields: TICKS,
      button: act === 'accept' ? 'Accept the ad' : 'Accept the new files',
      weight: 'primary',
    })}${act === 'accept' ? refusal(file) : ''}`,
  );
}

function refusal({ order, refused }: OrderRecord): Html {
  return folded(
    refused,
    ['refuse'],
    'Refuse the ad …',
    orderForm(refused, {
      name: 'refuse',
      action: `/newsroom/ads/${order.id}/refuse`,
      fields: LONG_REASON,
      button: 'Refuse it',
      weight: 'danger',
    }),
  );
}

/** Another order has the days: the advertiser gets others, or is refused. */
function otherDays(c: Context, file: OrderRecord): Html {
  const { order, nextFree } = file;
  return step(
    'Agree on other days',
    `Write to the advertiser, then change the days. ${nextFree ? `They are free from ${nextFree}.` : 'The page Avails shows which days are free.'}`,
    html`${datesForm(file, { startsOn: nextFree ?? order.startsOn, endsOn: order.endsOn }, 'primary')}
${isEditorial(c.var.actor) && (order.state === 'inquiry' || order.state === 'creative in') ? refusal(file) : ''}`,
  );
}

function invoiceWords(c: Context): string {
  return `It gets the next number of the year. ${mailNote(c, 'The contact gets it by email.')} A credit note reverses a wrong invoice.`;
}

/** What the invoice will say, so that nobody has to look for it. */
function invoiceFacts({ order, billing }: OrderRecord): Html {
  return html`<dl class="facts">
<div><dt>To</dt><dd class="words">${order.advertiser}${
    billing.address
      ? html`
${billing.address}`
      : html`, <a href="#billing">no billing address yet</a>`
  }</dd></div>
<div><dt>Rate</dt><dd>${formatAmount(order.cents, order.currency)}${billing.taxExempt ? html`, no tax: ${billing.taxExempt}` : ', without tax'}</dd></div></dl>`;
}

function invoiceForm({ order: { id }, conflicts, refused }: OrderRecord, weight: 'primary' | 'plain'): Html {
  const isTaken = conflicts.some(({ kind }) => kind === 'taken' || kind === 'on hold');
  return orderForm(refused, {
    name: 'invoice',
    action: `/newsroom/ads/${id}/invoice`,
    ...(isTaken && { fields: DESPITE }),
    button: 'Issue the invoice',
    weight,
  });
}

function paidForm(c: Context, { invoice, refused }: OrderRecord): Html | string {
  if (!invoice) return '';
  const today = dayIn(now(c.var.deps), siteSnapshot().publication.timeZone);
  const paidOn = { ...PAYMENT.paidOn, min: invoice.document.issuedOn, max: today };
  return orderForm(refused, {
    name: 'paid',
    action: `/newsroom/ads/invoices/${invoice.number}/paid`,
    fields: { ...PAYMENT, paidOn },
    values: { paidOn: today },
    button: 'Record the payment',
    weight: 'primary',
  });
}

const BOOKING_WORDS =
  'Reserves all days of all places, or none. If another order holds one of them, nothing is booked.';

function creditBooking(file: OrderRecord): Html {
  return folded(
    file.refused,
    ['book'],
    'Book before it is paid …',
    html`<p class="hint">${BOOKING_WORDS}</p>${bookForm(file, 'plain')}`,
  );
}

function bookForm({ order, invoice, conflicts, refused }: OrderRecord, weight: 'primary' | 'plain'): Html {
  const { optional: _, ...onCredit } = BOOKING.onCreditBecause;
  const { optional: __, ...differs } = BOOKING.differsBecause;
  return orderForm(refused, {
    name: 'book',
    action: `/newsroom/ads/${order.id}/book`,
    fields: {
      ...(!invoice?.paidOn && { onCreditBecause: onCredit }),
      ...(conflicts.some(({ kind }) => kind === 'similar') && { differsBecause: differs }),
    },
    button: 'Book the flight',
    weight,
  });
}

/** Nothing to do: how far it is. */
function running(c: Context, { order }: OrderRecord): Html {
  const { state, startsOn, endsOn } = order;
  if (state === 'booked')
    return step('Nothing to do', 'The server shows the ad from its first day to its last one.', '');
  const length = daysBetween(startsOn, endsOn) + 1;
  const over = Math.min(length, Math.max(0, daysBetween(startsOn, now(c.var.deps).slice(0, 10)) + 1));
  return step(
    'Nothing to do',
    'The server shows the ad until its last day. The proof of performance below says where it was shown so far.',
    meter({ part: over / length, words: `Day ${over} of ${length}` }),
  );
}

/** What can follow when an ad did not run: other days at no extra cost, or the end of the order with a credit note. */
function missedStep({ order, missed, refused }: OrderRecord): Html {
  const nextFree = missed?.nextFree ?? null;
  const at = `/newsroom/ads/${order.id}/move`;
  return step(
    'The ad did not run',
    'The advertiser got an email that says so and asks what they prefer. The server sends no reminder of the invoice meanwhile.',
    html`${
      nextFree
        ? orderForm(null, {
            name: 'move-next',
            action: at,
            before: html`<input type="hidden" name="startsOn" value="${nextFree}">`,
            button: `Move it to ${nextFree}, the next free ${termOf(order.unit) === 'one send' ? 'week' : 'days'}`,
            weight: 'primary',
          })
        : ''
    }
${orderForm(refused, {
  name: 'move',
  action: at,
  fields: { startsOn: { ...ONE_DAY.startsOn, label: nextFree ? 'Or another first day (UTC)' : 'First day (UTC)' } },
  values: { startsOn: nextFree },
  button: 'Move it there',
  weight: nextFree ? 'plain' : 'primary',
})}
<p class="hint">To credit it instead, cancel the order for the publisher below: the credit note is written with it.</p>`,
  );
}

function closing({ order }: OrderRecord): Html {
  return step(
    'Close the order',
    'The advertiser gets the proof of performance by email. Look at it first, under Documents.',
    orderForm(null, {
      name: 'close',
      action: `/newsroom/ads/${order.id}/close`,
      button: 'Close the order',
      weight: 'primary',
    }),
  );
}

/** A closed order: the invoice again after it was credited. */
function afterwards(c: Context, file: OrderRecord): Html | string {
  if (file.invoice) return '';
  return html`<details><summary>Make an invoice again …</summary>
<p class="hint">${invoiceWords(c)}</p>${invoiceForm(file, 'plain')}</details>`;
}

/** The other acts: renew, hold, change the days, cancel. */
export function otherSteps(c: Context, file: OrderRecord, stage: Stage): Html | string {
  const { order, refused } = file;
  const isBefore = BEFORE_BOOKING.includes(order.state);
  const canEnd = isBefore || order.state === 'booked' || order.state === 'running';
  const canRenew = RENEWABLE.includes(order.state);
  if (!canEnd && !canRenew) return '';
  const hasDatesInFront = stage === 'answer' && file.conflicts.length > 0;
  return html`<h2>Other actions</h2>
${canRenew ? renewForm(c, file) : ''}
${isBefore ? holdForm(c, file) : ''}
${isBefore && !hasDatesInFront ? folded(refused, ['dates'], 'Change the days …', datesForm(file, order, 'plain')) : ''}
${canEnd ? cancelForm(c, file) : ''}`;
}

function renewForm(c: Context, { order, refused }: OrderRecord): Html {
  const { id, unit } = order;
  const today = now(c.var.deps).slice(0, 10);
  return folded(
    refused,
    ['renew'],
    'Renew the order …',
    orderForm(refused, {
      name: 'renew',
      action: `/newsroom/ads/${id}/renew`,
      before: html`<input type="hidden" name="formKey" value="${c.var.deps.newId()}">
<p class="hint">Opens a new order for the same unit, contact and category, ${termOf(unit) === 'as agreed' ? 'with this rate as a proposal' : 'at the list price'}. The accepted files are taken over; an editor accepts them again.</p>`,
      fields: ONE_DAY,
      values: { startsOn: nextStart(order, today) },
      button: 'Open the new order',
    }),
  );
}

/** Holds the days, or releases them. A unit that shows several advertisers at a time has nothing to hold. */
function holdForm(c: Context, { order, heldUntil, refused }: OrderRecord): Html | string {
  const { id, unit, startsOn } = order;
  if (!placementsOf(unit, order).some(({ place }) => isExclusive(place))) return '';
  const today = now(c.var.deps).slice(0, 10);
  const latest = [addDays(today, LONGEST_HOLD), addDays(startsOn, -1)].sort()[0] ?? today;
  if (latest < today) return '';
  const usual = heldUntil ?? [addDays(today, USUAL_HOLD), latest].sort()[0];
  return folded(
    refused,
    ['hold'],
    heldUntil ? `On hold until ${heldUntil} …` : 'Hold the days …',
    html`${orderForm(refused, {
      name: 'hold',
      action: `/newsroom/ads/${id}/hold`,
      before: html`<p class="hint">Nobody else can book or hold these days until the end of the last day (UTC). ${mailNote(c, 'The contact gets an email.')}</p>`,
      fields: { until: { ...HOLD.until, min: today, max: latest } },
      values: { until: usual },
      button: heldUntil ? 'Change the hold' : 'Hold the days',
    })}
${heldUntil ? orderForm(null, { name: 'release', action: `/newsroom/ads/${id}/release`, button: 'Release the days' }) : ''}`,
  );
}

function datesForm(
  { order: { id, unit }, refused }: OrderRecord,
  { startsOn, endsOn }: Pick<Order, 'startsOn' | 'endsOn'>,
  weight: 'primary' | 'plain',
): Html {
  const { optional: _, ...last } = DATES.endsOn;
  return orderForm(refused, {
    name: 'dates',
    action: `/newsroom/ads/${id}/dates`,
    fields: { startsOn: DATES.startsOn, ...(termOf(unit) === 'as agreed' && { endsOn: last }) },
    values: { startsOn, endsOn },
    button: 'Change the days',
    weight,
  });
}

function cancelForm(c: Context, { order, refused }: OrderRecord): Html {
  const today = now(c.var.deps).slice(0, 10);
  const isChief = c.var.session?.editor.role === 'chief';
  const isHeld = order.state === 'booked' || order.state === 'running';
  const late = isLate(order, today);
  const { lateBecause, ...fields } = CANCELLATION;
  const { optional: _, ...arrived } = fields.arrivedOn;
  const arrivedOn = { ...arrived, min: order.openedAt.slice(0, 10), max: today };
  const action = `/newsroom/ads/${order.id}/cancel`;
  return folded(
    refused,
    ['cancel', 'cancel-ours'],
    'Cancel the order …',
    html`<h3>The advertiser cancels</h3>
${orderForm(refused, {
  name: 'cancel',
  action,
  before: html`<input type="hidden" name="by" value="advertiser">${late ? html`<p class="hint">Less than ${CANCEL_DAYS} days are left until the start. The day the letter arrived counts. If that was too late, only a chief can cancel, with a reason.</p>` : ''}`,
  fields: { ...fields, arrivedOn, ...(late && isChief && { lateBecause }) },
  values: { arrivedOn: today },
  button: 'Cancel for the advertiser',
  weight: 'danger',
})}
<h3>We cancel</h3>
${
  isHeld && !isChief
    ? html`<p class="hint">Only a chief can cancel a ${order.state} order for the publisher.</p>`
    : orderForm(refused, {
        name: 'cancel-ours',
        action,
        before: html`<input type="hidden" name="by" value="publisher">`,
        fields: OUR_CANCELLATION,
        button: 'Cancel for the publisher',
        weight: 'danger',
      })
}`,
  );
}
