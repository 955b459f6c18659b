import { z } from 'zod';
import {
  type CreditNote,
  creditInvoice,
  findCreditNote,
  keepCreditNotePdf,
  listCreditNotesOf,
  noteRefund,
} from '../../../ads/orders/credit-notes.ts';
import { invoiceFile } from '../../../ads/orders/documents.ts';
import { findInvoice } from '../../../ads/orders/invoices.ts';
import { correctPayment, notePaid, undoPayment } from '../../../ads/orders/payments.ts';
import { text } from '../../../core/text.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { sendFile } from './documents.ts';
import { act } from './order-page.ts';

const day = z.iso.date({ error: 'must be a day such as 2026-11-21' });
const payment = z.strictObject({ paidOn: day, note: text({ max: 200 }) });
const refund = z.strictObject({ refundedOn: day, note: text({ max: 200 }) });
const reason = z.strictObject({ reason: text({ min: 3, max: 300 }) });

/** `POST /newsroom/ads/invoices/{number}/paid`. */
export function postPaid(c: Context): Promise<Response> {
  return onInvoice(c, async (number) => {
    await notePaid(c.var.deps, c.var.actor, c.var.config.publication, number, await readPayment(c));
  });
}

/** `POST /newsroom/ads/invoices/{number}/payment`: another day or note. */
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
    await keepPdf(c, await creditInvoice(deps, actor, config.publication, number, await readReason(c)));
  });
}

/** `POST /newsroom/ads/credit-notes/{number}/refund`. */
export async function postRefund(c: Context): Promise<Response> {
  const number = c.req.param('number') ?? '';
  const { orderId } = await findCreditNote(c.var.deps.db.read, number);
  return act(c, orderId, async () => {
    const { refundedOn = '', note = '' } = await parseForm(c);
    const read = validateForm(refund, { refundedOn, note }, { refundedOn: 'The day', note: 'The note' });
    await noteRefund(c.var.deps, c.var.actor, c.var.config.publication, number, read);
  });
}

/** `GET /newsroom/ads/credit-notes/{number}.pdf`. One that was not printed when it was issued is printed now, the same. */
export async function readCreditNotePdf(c: Context): Promise<Response> {
  const number = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
  const note = await findCreditNote(c.var.deps.db.read, number);
  return sendFile(
    c,
    invoiceFile(note.pdfHash ?? (await keepPdf(c, note))),
    'application/pdf',
    `credit-note-${number}.pdf`,
  );
}

/** Prints what credit notes of an order are not printed yet: those of a cancellation. */
export async function keepCreditNotes(c: Context, orderId: string): Promise<void> {
  for (const note of await listCreditNotesOf(c.var.deps.db.read, { id: orderId }))
    if (note.pdfHash === null) await keepPdf(c, note);
}

async function keepPdf(c: Context, { number, document, issuedAt }: CreditNote): Promise<string> {
  const { creditNotePdf } = await import('../../../render/pdf/invoice-pdf.ts');
  return keepCreditNotePdf(c.var.deps, number, await creditNotePdf(document, issuedAt));
}

/** Does something to an invoice and shows its order, with why it was refused where it was. */
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
