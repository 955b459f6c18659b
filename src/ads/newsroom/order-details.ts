import { html } from 'hono/html';
import { categoryLabel } from '#ads/catalog/categories.ts';
import { BEFORE_BOOKING, hasListPrice } from '#ads/orders/orders.ts';
import { formatAmount } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { actName } from '#html/newsroom/act-words.ts';
import { detailWords } from '#html/newsroom/journal-labels.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { inSeconds } from '#runtime/deps.ts';
import { type OrderEmail, OUTBOX_DAYS } from '#runtime/mail/outbox.ts';
import { catalogOf, days, mailNote } from './ad-labels.ts';
import { correctionFields, similarChoice, toFormFields } from './order-fields.ts';
import { folded, orderForm } from './order-forms.ts';
import type { OrderRecord } from './order-record.ts';

/** The fields of an order, and the form that corrects them. */
export function orderFacts(file: OrderRecord): Html {
  const { order } = file;
  const { contactName, contactEmail, category, cents, currency, insertionOrder, note, openedAt } = order;
  const rate = insertionOrder
    ? `insertion order ${insertionOrder.number}, signed ${insertionOrder.signedOn}`
    : hasListPrice(catalogOf(), order)
      ? 'list price'
      : 'proposed: the advertiser has not accepted it yet';
  return html`<h2 id="order">The order</h2>
<dl class="facts">
<div><dt>Advertiser</dt><dd><a href="/newsroom/ads/advertisers/${order.advertiserId}">${order.advertiser}</a></dd></div>
<div><dt>Days (UTC)</dt><dd>${days(order)}${file.heldUntil ? html`, ${pill('on hold')} until ${file.heldUntil}` : ''}</dd></div>
<div><dt>Rate</dt><dd>${formatAmount(cents, currency)}, ${rate}</dd></div>
<div><dt>Category</dt><dd>${categoryLabel(category)}</dd></div>
<div><dt>Contact</dt><dd>${contactName}, <a href="mailto:${contactEmail}">${contactEmail}</a></dd></div>
<div><dt>Opened</dt><dd>${formatTime(openedAt)} (UTC)</dd></div>
${note ? html`<div><dt>Note</dt><dd class="words">${note}</dd></div>` : ''}
</dl>
${correctionForm(file)}`;
}

function correctionForm({ order, invoice, refused }: OrderRecord): Html {
  const isThis = refused?.form === 'correct';
  const isBefore = BEFORE_BOOKING.includes(order.state);
  const fields = correctionFields(order, { isBefore, hasInvoice: invoice !== null });
  const values = toFormFields(order);
  const kept = ['advertiserIs', 'category', 'otherCategory', 'rate', 'orderNumber', 'signedOn', 'amount'] as const;
  return folded(
    refused,
    ['correct'],
    'Correct the order …',
    orderForm(refused, {
      name: 'correct',
      action: `/newsroom/ads/${order.id}/correct`,
      before: html`${kept.map((name) => (name in fields ? '' : html`<input type="hidden" name="${name}" value="${values[name]}">`))}${isThis ? similarChoice(refused) : ''}${invoice ? html`<p class="hint">To change the rate, credit invoice ${invoice.number} first.</p>` : ''}`,
      fields,
      values,
      button: 'Correct it',
    }),
  );
}

/** The emails of an order: sent, waiting, or undelivered. Each that the outbox still keeps can be sent again. */
export function emailsSection(c: Context, { order, emails }: OrderRecord): Html | string {
  const kept = inSeconds(c.var.deps, -OUTBOX_DAYS * 24 * 3600);
  const isOld = order.openedAt < kept;
  if (emails.length === 0 && !isOld) return '';
  const sent = emails.filter(({ sentAt }) => sentAt);
  const failed = emails.filter(({ givenUpAt, canSendAgain }) => givenUpAt && canSendAgain).length;
  return html`<h2 id="emails">Emails</h2>
${c.var.config.mail ? '' : html`<p class="refusal" role="status">${mailNote(c, '')}</p>`}
${failed > 0 ? html`<p class="refusal" role="status"><strong>${failed} not delivered.</strong> If the contact’s address is wrong, correct it above. Then send again.</p>` : ''}
${emailList(
  order.id,
  emails.filter(({ sentAt }) => !sentAt),
)}
${sent.length > 0 ? html`<details><summary>Sent emails: ${sent.length}</summary>${emailList(order.id, sent)}</details>` : ''}
<p class="hint">${isOld ? `Emails from before ${kept.slice(0, 10)} were deleted.` : `Emails are deleted after ${OUTBOX_DAYS} days.`} The documents stay: “Email it” beside one sends it in a new email.</p>`;
}

function emailList(orderId: string, emails: readonly OrderEmail[]): Html | string {
  if (emails.length === 0) return '';
  return html`<ul class="emails">${emails.map((email) => html`<li>${email.subject}, to ${email.isToDesk ? 'the ad desk' : 'the contact'}: ${deliveryState(email)}${email.canSendAgain ? againForm(orderId, email) : ''}</li>`)}</ul>`;
}

function deliveryState({ sentAt, givenUpAt, trouble, queuedAt, canSendAgain }: OrderEmail): Html {
  if (sentAt) return html`sent ${formatTime(sentAt)} (UTC)${canSendAgain ? '' : '; its text is no longer stored'}`;
  if (givenUpAt && !canSendAgain) return html`given up ${formatTime(givenUpAt)} (UTC), then sent again`;
  if (givenUpAt) return html`<strong>given up</strong> ${formatTime(givenUpAt)} (UTC). ${trouble ?? ''}`;
  return html`waiting since ${formatTime(queuedAt)} (UTC). ${trouble ?? ''}`;
}

function againForm(orderId: string, { id, subject }: OrderEmail): Html {
  return html`<form method="post" action="/newsroom/ads/${orderId}/emails/${id}/again">${button({ text: html`Send again<span class="unseen"> “${subject}”</span>`, weight: 'quiet' })}</form>`;
}

type Change = { from: string; to: string };

/** The journal entries of the order, with the old and the new values of corrections. */
export function historySection({ history }: OrderRecord): Html | string {
  if (history.length === 0) return '';
  return html`<details id="history"><summary>History</summary><ol class="history">${history.map(
    ({
      at,
      actor,
      act,
      detail,
    }) => html`<li>${formatTime(at)} (UTC): ${actName(act)}, by ${actor.name}. ${detailWords(detail)}
${changesOf(detail).map(([name, { from, to }]) => html`<br>${name}: <del>${from}</del> → <ins>${to}</ins>`)}${moneyBefore(detail)}</li>`,
  )}</ol></details>`;
}

function changesOf(detail: Record<string, unknown> | null): [string, Change][] {
  return Object.entries((detail?.changes ?? {}) as Record<string, Change>);
}

/** The payment or the refund that was recorded before. */
function moneyBefore(detail: Record<string, unknown> | null): Html | string {
  const was = detail?.was as { paidOn?: string; refundedOn?: string; note?: string; by?: string } | string | undefined;
  if (typeof was !== 'object') return '';
  const { paidOn, refundedOn, note, by } = was;
  return html`<br>recorded before: ${paidOn ? `paid ${paidOn}` : `refunded ${refundedOn}`}${note ? `, ${note}` : ''}, by ${by}`;
}
