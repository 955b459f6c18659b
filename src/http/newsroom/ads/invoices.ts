import { html } from 'hono/html';
import * as z from 'zod';
import {
  type CreditNote,
  creditInvoice,
  findCreditNote,
  listCreditNotesOf,
  recordRefund,
  storeCreditNotePdf,
} from '../../../ads/orders/credit-notes.ts';
import { invoiceFile } from '../../../ads/orders/documents.ts';
import {
  findInvoice,
  type Invoice,
  type ListedInvoice,
  listInvoices,
  storeInvoicePdf,
} from '../../../ads/orders/invoices.ts';
import type { OrderState } from '../../../ads/orders/orders.ts';
import { correctPayment, recordPayment, undoPayment } from '../../../ads/orders/payments.ts';
import { dollars } from '../../../core/money.ts';
import { text } from '../../../core/text.ts';
import type { Html } from '../../../render/html/html.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { newsroomPage } from '../kit/page.ts';
import { formatTime } from '../kit/time.ts';
import { AD_STYLES, adNavigation, STATE_LABELS } from './ad-labels.ts';
import { sendFile } from './documents.ts';
import { act } from './order-page.ts';

/** Invoices on a page. */
const SHOWN = 50;

/** `GET /newsroom/ads/invoices`: latest first. */
export async function showInvoices(c: Context): Promise<Response> {
  const before = c.req.query('before');
  const found = await listInvoices(c.var.deps.db.read, c.var.actor, {
    limit: SHOWN + 1,
    ...(before !== undefined && { before }),
  });
  const shown = found.slice(0, SHOWN);
  return newsroomPage(c, {
    title: 'Invoices',
    styles: AD_STYLES,
    main: html`<h1>Invoices</h1>
${adNavigation('invoices')}
${shown.length === 0 ? html`<p>No invoice yet. Issue one on the page of an accepted order.</p>` : table(shown)}
${found.length > SHOWN ? html`<p><a href="/newsroom/ads/invoices?before=${shown.at(-1)?.number ?? ''}">Earlier invoices</a></p>` : ''}`,
  });
}

function table(invoices: ListedInvoice[]): Html {
  return html`<table class="plan">
<caption class="unseen">Invoices, latest first</caption>
<thead><tr><th scope="col">Number</th><th scope="col">Advertiser</th><th scope="col">Order</th><th scope="col">Issued (UTC)</th><th scope="col" class="number">US dollars</th><th scope="col">Paid</th></tr></thead>
<tbody>${invoices.map(
    (one) => html`<tr><th scope="row"><a href="/newsroom/ads/invoices/${one.number}.pdf">${one.number}</a></th>
<td>${one.advertiser}</td>
<td><a href="/newsroom/ads/${one.orderId}">${one.reference}</a>, ${STATE_LABELS[one.state as OrderState].name.toLowerCase()}</td>
<td>${formatTime(one.issuedAt)}</td>
<td class="number"><span class="label">US dollars</span> ${dollars(one.totalCents)}</td>
<td>${paidWords(one)}</td></tr>`,
  )}</tbody></table>`;
}

function paidWords({ paidOn, paidNote, paidBy, creditedBy, state }: ListedInvoice): Html {
  const paid = paidOn ? html`${paidOn} <span class="by">${paidNote}, recorded by ${paidBy}</span>` : null;
  if (creditedBy)
    return html`<b class="mark">reversed</b> by <a href="/newsroom/ads/credit-notes/${creditedBy}.pdf">${creditedBy}</a>${paid ? html`; was paid ${paid}` : ''}`;
  if (paid) return paid;
  return state === 'cancelled' ? html`nothing is owed` : html`<b class="mark">not paid</b>`;
}

/** `GET /newsroom/ads/invoices/{number}.pdf`. Makes the PDF now when it was not made with the invoice. */
export async function readInvoicePdf(c: Context): Promise<Response> {
  const number = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
  const invoice = await findInvoice(c.var.deps.db.read, number);
  const hash = invoice.pdfHash ?? (await printInvoice(c, invoice));
  return sendFile(c, invoiceFile(hash), 'application/pdf', `invoice-${number}.pdf`);
}

/** Makes and stores the PDF of an invoice; returns its SHA-256. */
export async function printInvoice(c: Context, { number, document, issuedAt }: Invoice): Promise<string> {
  const { invoicePdf } = await import('../../../render/pdf/invoice-pdf.ts');
  return storeInvoicePdf(c.var.deps, number, await invoicePdf(document, issuedAt));
}

const day = z.iso.date({ error: 'must be a day such as 2026-11-21' });
const payment = z.strictObject({ paidOn: day, note: text({ max: 200 }) });
const refund = z.strictObject({ refundedOn: day, note: text({ max: 200 }) });
const reason = z.strictObject({ reason: text({ min: 3, max: 300 }) });

/** `POST /newsroom/ads/invoices/{number}/paid`. */
export function postPaid(c: Context): Promise<Response> {
  return onInvoice(c, async (number) => {
    await recordPayment(c.var.deps, c.var.actor, c.var.config.publication, number, await readPayment(c));
  });
}

/** `POST /newsroom/ads/invoices/{number}/payment`: corrects the day or the note. */
export function postPayment(c: Context): Promise<Response> {
  return onInvoice(c, async (number) => {
    await correctPayment(c.var.deps, c.var.actor, c.var.config.publication, number, await readPayment(c));
  });
}

/** `POST /newsroom/ads/invoices/{number}/unpaid`. */
export function postUnpaid(c: Context): Promise<Response> {
  return onInvoice(c, async (number) => {
    await undoPayment(c.var.deps, c.var.actor, number, await readReason(c));
  });
}

/** `POST /newsroom/ads/invoices/{number}/credit`. */
export function postCredit(c: Context): Promise<Response> {
  return onInvoice(c, async (number) => {
    const { deps, actor, config } = c.var;
    await printCreditNote(c, await creditInvoice(deps, actor, config.publication, number, await readReason(c)));
  });
}

/** `POST /newsroom/ads/credit-notes/{number}/refund`. */
export async function postRefund(c: Context): Promise<Response> {
  const number = c.req.param('number') ?? '';
  const { orderId } = await findCreditNote(c.var.deps.db.read, number);
  return act(c, orderId, async () => {
    const { refundedOn = '', note = '' } = await parseForm(c);
    const read = validateForm(refund, { refundedOn, note }, { refundedOn: 'The day', note: 'The note' });
    await recordRefund(c.var.deps, c.var.actor, c.var.config.publication, number, read);
  });
}

/** `GET /newsroom/ads/credit-notes/{number}.pdf`. Makes the PDF now when it was not made with the credit note. */
export async function readCreditNotePdf(c: Context): Promise<Response> {
  const number = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
  const note = await findCreditNote(c.var.deps.db.read, number);
  return sendFile(
    c,
    invoiceFile(note.pdfHash ?? (await printCreditNote(c, note))),
    'application/pdf',
    `credit-note-${number}.pdf`,
  );
}

/** Makes the missing PDFs of an order's credit notes, after a cancellation. */
export async function printCreditNotes(c: Context, orderId: string): Promise<void> {
  for (const note of await listCreditNotesOf(c.var.deps.db.read, { id: orderId }))
    if (note.pdfHash === null) await printCreditNote(c, note);
}

async function printCreditNote(c: Context, { number, document, issuedAt }: CreditNote): Promise<string> {
  const { creditNotePdf } = await import('../../../render/pdf/invoice-pdf.ts');
  return storeCreditNotePdf(c.var.deps, number, await creditNotePdf(document, issuedAt));
}

/** Runs an act on an invoice, then shows its order; after an error, with the error. */
async function onInvoice(c: Context, work: (number: string) => Promise<void>): Promise<Response> {
  const number = c.req.param('number') ?? '';
  const { orderId } = await findInvoice(c.var.deps.db.read, number);
  return act(c, orderId, () => work(number));
}

async function readPayment(c: Context) {
  const { paidOn = '', note = '' } = await parseForm(c);
  return validateForm(payment, { paidOn, note }, { paidOn: 'The day', note: 'The note' });
}

async function readReason(c: Context): Promise<string> {
  const { reason: typed = '' } = await parseForm(c);
  return validateForm(reason, { reason: typed }, { reason: 'The reason' }).reason;
}
