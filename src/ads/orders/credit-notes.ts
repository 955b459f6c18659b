import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { formatAmount } from '#core/money.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { invoiceFile } from '#runtime/files/document-files.ts';
import { writeJournal } from '#runtime/journal.ts';
import { nextNumber } from './documents.ts';
import { mailBoth } from './emails.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { findInvoice, type Invoice } from './invoices.ts';
import { type AdDeskSettings, getOrder, lockOrder, type Order } from './orders.ts';

/** The content of a credit note: the lines of the invoice it reverses, and the reason. */
export type CreditNoteDocument = InvoiceDocument & { invoice: string; invoiceIssuedOn: string; reason: string };

export type CreditNote = {
  number: string;
  invoice: string;
  orderId: string;
  issuedAt: string;
  reason: string;
  document: CreditNoteDocument;
  totalCents: number;
  pdfHash: string | null;
  /** The paid amount that is owed back. */
  refundCents: number;
  refundedOn: string | null;
  refundNote: string | null;
  refundedBy: string | null;
};

/**
 * Reverses a wrong invoice. An order that is not booked yet returns to “accepted” and can be invoiced again.
 * @throws forbidden (writers and agents), not_found, already_done (credited before), validation_failed (no reason)
 */
export async function creditInvoice(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { number, reason }: { number: string; reason: string },
): Promise<CreditNote> {
  requireAdDesk(actor, 'issue a credit note');
  if (reason === '') throw new Failure('validation_failed', 'A credit note needs a reason.', { hint: 'Write one.' });
  return deps.db.write(async (tx) => {
    await lockOrder(tx, (await findInvoice(tx, number)).orderId);
    const invoice = await findInvoice(tx, number);
    if (invoice.creditedBy !== null)
      throw new Failure('already_done', `Credit note ${invoice.creditedBy} already reverses invoice ${number}.`, {
        hint: 'No action is needed.',
      });
    const note = await issueCreditNote(deps, tx, actor, { site, invoice, reason });
    await tx
      .updateTable('ad_order')
      .set({ state: 'accepted', changed_at: now(deps) })
      .where('id', '=', invoice.orderId)
      .where('state', '=', 'invoiced')
      .execute();
    const order = await getOrder(tx, invoice.orderId);
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.credited',
      name: note.number,
      text: `${reversalText(note)}\n\nThe reason: ${reason}\n\n${ATTACHED}`,
      attachment: creditNoteAttachment(note),
    });
    return note;
  });
}

/** Issues the credit note of an invoice in the caller's transaction. */
export async function issueCreditNote(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { site, invoice, reason }: { site: AdDeskSettings; invoice: Invoice; reason: string },
): Promise<CreditNote> {
  const issuedOn = dayIn(now(deps), site.timeZone);
  const { year, nth, number } = await nextNumber(tx, 'credit_note_series', issuedOn);
  const document: CreditNoteDocument = {
    ...invoice.document,
    number,
    issuedOn,
    invoice: invoice.number,
    invoiceIssuedOn: invoice.document.issuedOn,
    reason,
    notes: [
      `This credit note reverses invoice ${invoice.number} in full. Nothing is owed for that invoice.`,
      ...(invoice.paidOn === null
        ? []
        : [`You paid the invoice. We owe you ${formatAmount(invoice.totalCents, invoice.document.currency)}.`]),
    ],
  };
  await tx
    .insertInto('credit_note')
    .values({
      number,
      year,
      nth,
      invoice_number: invoice.number,
      order_id: invoice.orderId,
      issued_at: now(deps),
      reason,
      document: JSON.stringify(document),
      total_cents: invoice.totalCents,
      refund_cents: invoice.paidOn === null ? 0 : invoice.totalCents,
    })
    .execute();
  await tx.updateTable('invoice').set({ credited_by: number }).where('number', '=', invoice.number).execute();
  const { reference } = await getOrder(tx, invoice.orderId);
  await writeJournal(deps, tx, actor, {
    act: 'ad.credited',
    subject: { kind: 'ad order', id: invoice.orderId },
    detail: { reference, invoice: invoice.number, creditNote: number, cents: invoice.totalCents, why: reason },
  });
  return findCreditNote(tx, number);
}

/** The sentence about the PDF of a credit note in its email, and the name of that PDF in the outbox. */
export const ATTACHED = 'The credit note is attached as PDF.';
export function creditNoteAttachment({ number }: CreditNote): string {
  return `credit note ${number}`;
}

/** The paragraph that tells the advertiser what they owe or get back. */
export function reversalText({ number, invoice, document, totalCents, refundCents }: CreditNote): string {
  const { tax, currency } = document;
  const taxed = tax ? ` That includes the tax of ${formatAmount(tax.cents, currency)}.` : '';
  const reversed = `Credit note ${number} reverses invoice ${invoice} of ${formatAmount(totalCents, currency)} in full.${taxed}`;
  if (refundCents === 0) return `${reversed} The invoice was not paid, and you owe nothing for it.`;
  return `${reversed} You paid the invoice, so we owe you ${formatAmount(refundCents, currency)}. The ad desk arranges the refund.`;
}

/** @throws not_found */
export async function findCreditNote(tx: Tx, number: string): Promise<CreditNote> {
  const row = await tx.selectFrom('credit_note').selectAll().where('number', '=', number).executeTakeFirst();
  if (row) return toCreditNote(row);
  throw new Failure('not_found', 'No credit note has this number.', { hint: 'Look at the order again.' });
}

/** The credit notes of an order, latest first. */
export async function listCreditNotesOf(tx: Tx, { id }: Pick<Order, 'id'>): Promise<CreditNote[]> {
  const rows = await tx
    .selectFrom('credit_note')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('year', 'desc')
    .orderBy('nth', 'desc')
    .execute();
  return rows.map(toCreditNote);
}

/** Stores the PDF of a credit note unless one is stored; returns the SHA-256 of the stored one. @throws storage_full */
export async function storeCreditNotePdf(deps: Deps, number: string, pdf: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(pdf).digest('hex');
  await deps.files.put(invoiceFile(hash), pdf);
  return deps.db.write(async (tx) => {
    await tx
      .updateTable('credit_note')
      .set({ pdf_hash: hash })
      .where('number', '=', number)
      .where('pdf_hash', 'is', null)
      .execute();
    return (await findCreditNote(tx, number)).pdfHash ?? hash;
  });
}

export function toCreditNote(row: Selectable<Tables['credit_note']>): CreditNote {
  return {
    number: row.number,
    invoice: row.invoice_number,
    orderId: row.order_id,
    issuedAt: row.issued_at,
    reason: row.reason,
    document: JSON.parse(row.document),
    totalCents: row.total_cents,
    pdfHash: row.pdf_hash,
    refundCents: row.refund_cents,
    refundedOn: row.refunded_on,
    refundNote: row.refund_note,
    refundedBy: row.refunded_by_name,
  };
}
