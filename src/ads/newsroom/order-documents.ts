import { html } from 'hono/html';
import type { CreditNote } from '#ads/orders/credit-notes.ts';
import type { Invoice } from '#ads/orders/invoices.ts';
import { overdueBy } from '#ads/orders/open-invoices.ts';
import { formatAmount } from '#core/money.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Html } from '#html/html.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { emailIt } from './ad-labels.ts';
import { folded, orderForm, PAYMENT, REFUND, type RefusedOrder, reasonFields } from './order-forms.ts';
import type { OrderRecord } from './order-record.ts';

/** The documents of an order: invoices with payments, credit notes with refunds, and the proof of performance. */
export function documentsSection(c: Context, file: OrderRecord): Html | string {
  const { order, invoices, creditNotes, runs, refused } = file;
  const hasProof = runs.some(({ startedAt }) => startedAt !== null);
  if (invoices.length === 0 && !hasProof) return '';
  const today = dayIn(now(c.var.deps), siteSnapshot().publication.timeZone);
  return html`<h2>Documents</h2><ul class="papers">
${invoices.map((invoice) => html`<li><a href="/newsroom/ads/invoices/${invoice.number}.pdf">Invoice ${invoice.number}</a>, ${invoiceState(invoice, today)}${emailIt(order.id, `invoice ${invoice.number}`)}</li>`)}
${creditNotes.map((creditNote) => html`<li><a href="/newsroom/ads/credit-notes/${creditNote.number}.pdf">Credit note ${creditNote.number}</a> of invoice ${creditNote.invoice}: ${creditNote.reason} ${refundState(creditNote)}${emailIt(order.id, `credit note ${creditNote.number}`)}</li>`)}
${hasProof ? html`<li><a href="/newsroom/ads/${order.id}/proof">Proof of performance</a>, <a href="/newsroom/ads/${order.id}/proof.pdf">PDF</a>${emailIt(order.id, `proof ${order.id}`, 'proof of performance')}</li>` : ''}
</ul>
${creditNotes.map((creditNote) => (creditNote.refundedOn ? refundForms(creditNote, today, refused) : refundForm(creditNote, today, refused)))}
${invoices.filter(({ creditedBy }) => creditedBy === null).map((invoice) => html`${invoice.paidOn ? paymentForms(invoice, today, refused) : ''}${creditForm(invoice, refused)}`)}`;
}

function invoiceState({ paidOn, paidNote, paidBy, creditedBy, document }: Invoice, today: string): Html | string {
  const days = overdueBy(document.dueOn ?? null, today);
  if (!paidOn && !creditedBy && days > 0)
    return html`not paid, ${pill(`${days} ${days === 1 ? 'day' : 'days'} overdue`, 'block')} <a href="/newsroom/ads/invoices?show=overdue">Send a reminder</a>`;
  const paid = paidOn ? `paid ${paidOn}${paidNote ? ` (${paidNote})` : ''}, recorded by ${paidBy}` : 'not paid';
  return creditedBy ? `${paid}; reversed by credit note ${creditedBy}` : paid;
}

function refundState({ refundCents, refundedOn, refundNote, refundedBy, document }: CreditNote): Html | string {
  if (refundCents === 0) return 'The invoice was not paid.';
  if (!refundedOn) return pill(`refund of ${formatAmount(refundCents, document.currency)} is owed`, 'block');
  return `Refunded ${refundedOn}${refundNote ? ` (${refundNote})` : ''}, recorded by ${refundedBy}.`;
}

/** Forms of the money, which redraw themselves after a refusal. */
function refundForm(
  { number, refundCents, document }: CreditNote,
  today: string,
  refused: RefusedOrder | null,
): Html | string {
  if (refundCents === 0) return '';
  const name = `refund-${number}`;
  return folded(
    refused,
    [name],
    `Record the refund of ${number} …`,
    orderForm(refused, {
      name,
      action: `/newsroom/ads/credit-notes/${number}/refund`,
      fields: { ...REFUND, refundedOn: { ...REFUND.refundedOn, min: document.issuedOn, max: today } },
      values: { refundedOn: today },
      button: `Record the refund of ${formatAmount(refundCents, document.currency)}`,
    }),
  );
}

function refundForms(
  { number, refundedOn, refundNote, document }: CreditNote,
  today: string,
  refused: RefusedOrder | null,
): Html {
  const [correct, undo] = [`refund-${number}`, `unrefund-${number}`];
  const at = `/newsroom/ads/credit-notes/${number}/refund`;
  return folded(
    refused,
    [correct, undo],
    `Correct or undo the refund of ${number} …`,
    html`${orderForm(refused, {
      name: correct,
      action: `${at}/correct`,
      fields: { ...REFUND, refundedOn: { ...REFUND.refundedOn, min: document.issuedOn, max: today } },
      values: { refundedOn, note: refundNote },
      button: 'Correct the refund',
    })}
${orderForm(refused, { name: undo, action: `${at}/undo`, fields: reasonFields('Why it is still owed'), button: 'Undo the refund' })}`,
  );
}

function paymentForms(
  { number, paidOn, paidNote, document }: Invoice,
  today: string,
  refused: RefusedOrder | null,
): Html {
  const at = `/newsroom/ads/invoices/${number}`;
  return folded(
    refused,
    ['payment', 'unpaid'],
    'Correct or undo the payment …',
    html`${orderForm(refused, {
      name: 'payment',
      action: `${at}/payment`,
      fields: { ...PAYMENT, paidOn: { ...PAYMENT.paidOn, min: document.issuedOn, max: today } },
      values: { paidOn, note: paidNote },
      button: 'Correct the payment',
    })}
${orderForm(refused, { name: 'unpaid', action: `${at}/unpaid`, fields: reasonFields('Why it counts as not paid'), button: 'Undo the payment' })}`,
  );
}

function creditForm({ number, paidOn }: Invoice, refused: RefusedOrder | null): Html {
  return folded(
    refused,
    ['credit'],
    `Credit invoice ${number} …`,
    orderForm(refused, {
      name: 'credit',
      action: `/newsroom/ads/invoices/${number}/credit`,
      before: html`<p class="hint">A credit note with its own number reverses the whole invoice${paidOn ? ', and the refund is owed' : ''}. Then the order can be corrected and invoiced again.</p>`,
      fields: reasonFields('Reason (printed on the credit note)'),
      button: 'Issue the credit note',
      weight: 'danger',
    }),
  );
}
