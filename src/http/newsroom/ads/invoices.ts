import { html } from 'hono/html';
import {
  type CreditNote,
  findCreditNote,
  listCreditNotesOf,
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
import { dollars } from '../../../core/money.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { newsroomPage } from '../kit/page.ts';
import { formatTime } from '../kit/time.ts';
import { AD_STYLES, adNavigation, STATE_LABELS } from './ad-labels.ts';
import { sendFile } from './documents.ts';

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

/** Makes and stores the PDF of a credit note; returns its SHA-256. */
export async function printCreditNote(c: Context, { number, document, issuedAt }: CreditNote): Promise<string> {
  const { creditNotePdf } = await import('../../../render/pdf/invoice-pdf.ts');
  return storeCreditNotePdf(c.var.deps, number, await creditNotePdf(document, issuedAt));
}
