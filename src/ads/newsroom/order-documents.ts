import { html } from 'hono/html';
import type { CreditNote } from '#ads/orders/credit-notes.ts';
import { dayIn } from '#ads/orders/documents.ts';
import type { Invoice } from '#ads/orders/invoices.ts';
import { overdueBy } from '#ads/orders/open-invoices.ts';
import { dollars } from '#core/money.ts';
import type { Html } from '#html/html.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { emailIt } from './ad-labels.ts';
import type { OrderRecord } from './order-record.ts';

/** The documents of an order: invoices with payments, credit notes with refunds, proofs and screenshots. */
export function documentsSection(c: Context, file: OrderRecord): Html | string {
  const { order, invoices, creditNotes, proofs, shots } = file;
  if (invoices.length === 0 && proofs.length === 0 && shots.length === 0) return '';
  const today = dayIn(c.var.config.publication.timeZone, now(c.var.deps));
  return html`<h2>Documents</h2><ul>
${invoices.map((one) => html`<li><a href="/newsroom/ads/invoices/${one.number}.pdf">Invoice ${one.number}</a>, ${invoiceState(one, today)}${emailIt(order.id, `invoice ${one.number}`)}</li>`)}
${creditNotes.map((one) => html`<li><a href="/newsroom/ads/credit-notes/${one.number}.pdf">Credit note ${one.number}</a> of invoice ${one.invoice}: ${one.reason} ${refundState(one)}${emailIt(order.id, `credit note ${one.number}`)}</li>`)}
${proofs.map(({ id, madeAt }) => html`<li>Proof of ${formatTime(madeAt)}: <a href="/newsroom/ads/${order.id}/proofs/${id}.pdf">PDF</a>, <a href="/newsroom/ads/${order.id}/proofs/${id}.json">signed JSON</a>${emailIt(order.id, `proof ${id}`, `proof of ${madeAt.slice(0, 10)}`)}</li>`)}
${shots.map(({ place, path, takenAt, sha256 }) => html`<li><a href="/newsroom/ads/${order.id}/shots/${sha256}.png">Screenshot of ${path}</a>, ${place}, taken ${formatTime(takenAt)} (UTC)</li>`)}
</ul>
${creditNotes.map((one) => (one.refundedOn ? refundForms(one, today) : refundForm(one, today)))}
${invoices.filter(({ creditedBy }) => creditedBy === null).map((one) => html`${one.paidOn ? paymentForms(one, today) : ''}${creditForm(one)}`)}`;
}

function invoiceState({ paidOn, paidNote, paidBy, creditedBy, document }: Invoice, today: string): Html | string {
  const days = overdueBy(document.dueOn ?? null, today);
  if (!paidOn && !creditedBy && days > 0)
    return html`not paid, <b class="mark trouble">${days} ${days === 1 ? 'day' : 'days'} overdue</b> <a href="/newsroom/ads/invoices?show=overdue">Send a reminder</a>`;
  const paid = paidOn ? `paid ${paidOn}${paidNote ? ` (${paidNote})` : ''}, recorded by ${paidBy}` : 'not paid';
  return creditedBy ? `${paid}; reversed by credit note ${creditedBy}` : paid;
}

function refundState({ refundCents, refundedOn, refundNote, refundedBy }: CreditNote): Html | string {
  if (refundCents === 0) return 'The invoice was not paid.';
  if (!refundedOn) return html`<b class="mark">refund of ${dollars(refundCents)} is owed</b>`;
  return `Refunded ${refundedOn}${refundNote ? ` (${refundNote})` : ''}, recorded by ${refundedBy}.`;
}

function refundForm({ number, refundCents, document }: CreditNote, today: string): Html | string {
  if (refundCents === 0) return '';
  return html`<details><summary>Record the refund of ${number} …</summary>
<form class="entry" method="post" action="/newsroom/ads/credit-notes/${number}/refund">
<p class="field"><label for="refunded-${number}">Sent back on</label><input id="refunded-${number}" name="refundedOn" type="date" value="${today}" min="${document.issuedOn}" max="${today}" required></p>
<p class="field"><label for="how-${number}">How</label><input id="how-${number}" name="note" autocomplete="off"></p>
<p><button class="plain">Record the refund of ${dollars(refundCents)}</button></p></form></details>`;
}

function refundForms({ number, refundedOn, refundNote, document }: CreditNote, today: string): Html {
  return html`<details><summary>Correct or undo the refund of ${number} …</summary>
<form class="entry" method="post" action="/newsroom/ads/credit-notes/${number}/refund/correct">
<p class="field"><label for="refunded-${number}">Sent back on</label><input id="refunded-${number}" name="refundedOn" type="date" value="${refundedOn}" min="${document.issuedOn}" max="${today}" required></p>
<p class="field"><label for="how-${number}">How</label><input id="how-${number}" name="note" value="${refundNote}" autocomplete="off"></p>
<p><button class="plain">Correct the refund</button></p></form>
<form class="entry" method="post" action="/newsroom/ads/credit-notes/${number}/refund/undo">
<p class="field"><label for="owed-${number}">Why it is still owed</label><input id="owed-${number}" name="reason" autocomplete="off" required></p>
<p><button class="plain">Undo the refund</button></p></form></details>`;
}

function paymentForms({ number, paidOn, paidNote, document }: Invoice, today: string): Html {
  return html`<details><summary>Correct or undo the payment …</summary>
<form class="entry" method="post" action="/newsroom/ads/invoices/${number}/payment">
<p class="field"><label for="paid-again">Paid on</label><input id="paid-again" name="paidOn" type="date" value="${paidOn}" min="${document.issuedOn}" max="${today}" required></p>
<p class="field"><label for="paid-how">How</label><input id="paid-how" name="note" value="${paidNote}" autocomplete="off"></p>
<p><button class="plain">Correct the payment</button></p></form>
<form class="entry" method="post" action="/newsroom/ads/invoices/${number}/unpaid">
<p class="field"><label for="unpaid-why">Why it counts as not paid</label><input id="unpaid-why" name="reason" autocomplete="off" required></p>
<p><button class="plain">Undo the payment</button></p></form></details>`;
}

function creditForm({ number, paidOn }: Invoice): Html {
  return html`<details><summary>Credit invoice ${number} …</summary>
<form class="entry" method="post" action="/newsroom/ads/invoices/${number}/credit">
<p class="hint">A credit note with a number of its own reverses the whole invoice${paidOn ? ', and the refund is owed' : ''}. Then the order can be corrected and invoiced again.</p>
<p class="field"><label for="credit-why">Reason (printed on the credit note)</label><input id="credit-why" name="reason" autocomplete="off" required></p>
<p><button class="plain">Issue the credit note</button></p></form></details>`;
}
