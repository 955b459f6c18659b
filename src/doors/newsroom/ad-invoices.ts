import { html } from 'hono/html';
import { z } from 'zod';
import {
  findInvoice,
  type Invoice,
  keepInvoicePdf,
  type ListedInvoice,
  listInvoices,
  notePaid,
} from '../../advertising/invoice.ts';
import type { OrderState } from '../../advertising/order.ts';
import { invoiceFile } from '../../advertising/paper-files.ts';
import type { Html } from '../../editions/html.ts';
import { dollars } from '../../ground/money.ts';
import { text } from '../../ground/text.ts';
import type { Ctx } from '../env.ts';
import { sendFile } from './ad-file.ts';
import { AD_STYLES, adWays, STATE_WORDS } from './ad-words.ts';
import { readFields, requireFields } from './form.ts';
import { goTo, newsroomPage } from './page.ts';
import { when } from './when.ts';

/** Invoices on a page. */
const SHOWN = 50;

/** `GET /newsroom/ads/invoices`: the last issued first. */
export async function showInvoices(c: Ctx): Promise<Response> {
  const before = c.req.query('before');
  const found = await listInvoices(c.var.press.db.read, c.var.actor, {
    limit: SHOWN + 1,
    ...(before !== undefined && { before }),
  });
  const shown = found.slice(0, SHOWN);
  return newsroomPage(c, {
    title: 'Invoices',
    styles: AD_STYLES,
    main: html`<h1>Invoices</h1>
${adWays('invoices')}
${shown.length === 0 ? html`<p>No invoice was issued yet. An accepted order gets one on its page.</p>` : table(shown)}
${found.length > SHOWN ? html`<p><a href="/newsroom/ads/invoices?before=${shown.at(-1)?.number ?? ''}">Earlier invoices</a></p>` : ''}`,
  });
}

function table(invoices: ListedInvoice[]): Html {
  return html`<table class="plan">
<caption class="unseen">Invoices, the last issued first</caption>
<thead><tr><th scope="col">Number</th><th scope="col">Advertiser</th><th scope="col">Order</th><th scope="col">Issued (UTC)</th><th scope="col" class="number">US dollars</th><th scope="col">Paid</th></tr></thead>
<tbody>${invoices.map(
    (one) => html`<tr><th scope="row"><a href="/newsroom/ads/invoices/${one.number}.pdf">${one.number}</a></th>
<td>${one.advertiser}</td>
<td><a href="/newsroom/ads/${one.orderId}">${one.reference}</a>, ${STATE_WORDS[one.state as OrderState].name.toLowerCase()}</td>
<td>${when(one.issuedAt)}</td>
<td class="number"><span class="label">US dollars</span> ${dollars(one.totalCents)}</td>
<td>${one.paidOn ? html`${one.paidOn} <span class="by">${one.paidNote}, noted by ${one.paidBy}</span>` : html`<b class="mark">not paid</b>`}</td></tr>`,
  )}</tbody></table>`;
}

const paid = z.strictObject({ paidOn: z.iso.date({ error: 'must be a day' }), note: text({ max: 200 }) });

/** `POST /newsroom/ads/invoices/{number}/paid`. */
export async function postPaid(c: Ctx): Promise<Response> {
  const { paidOn = '', note = '' } = await readFields(c);
  const read = requireFields(paid, { paidOn, note }, { paidOn: 'The day', note: 'The note' });
  const { orderId } = await notePaid(c.var.press, c.var.actor, c.req.param('number') ?? '', read.paidOn, read.note);
  return goTo(`/newsroom/ads/${orderId}`);
}

/** `GET /newsroom/ads/invoices/{number}.pdf`. One that was not printed when it was issued is printed now, the same. */
export async function readInvoicePdf(c: Ctx): Promise<Response> {
  const number = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
  const invoice = await findInvoice(c.var.press.db.read, number);
  const hash = invoice.pdfHash ?? (await keepPdf(c, invoice));
  return sendFile(c, invoiceFile(hash), 'application/pdf', `invoice-${number}.pdf`);
}

/** Prints an invoice and keeps it; returns its SHA-256. */
export async function keepPdf(c: Ctx, { number, document, issuedAt }: Invoice): Promise<string> {
  const { invoicePdf } = await import('../../editions/invoice-pdf.ts');
  return keepInvoicePdf(c.var.press, number, await invoicePdf(document, issuedAt));
}
