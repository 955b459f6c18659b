import { type Actor, nameOf, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { findInvoice, type Invoice } from './invoices.ts';
import { type AdDeskSettings, getOrder, lockOrder } from './orders.ts';

/** A payment: its day, and how it arrived. */
export type Payment = { paidOn: string; note: string };

/**
 * Records that an invoice was paid.
 * @throws forbidden (writers and agents), not_found, already_done (paid, credited or of a cancelled order), validation_failed (the day)
 */
export async function recordPayment(
  deps: Deps,
  actor: Actor,
  site: Pick<AdDeskSettings, 'timeZone'>,
  { number, payment }: { number: string; payment: Payment },
): Promise<Invoice> {
  requireAdDesk(actor, 'record a payment');
  return change(deps, number, async (tx, invoice, reference) => {
    await requireOwed(tx, invoice);
    if (invoice.paidOn !== null)
      throw new Failure('already_done', `Invoice ${number} is already recorded as paid, on ${invoice.paidOn}.`, {
        hint: 'If that payment is wrong, correct it or undo it.',
      });
    requireDay(deps, site, invoice, payment.paidOn);
    await setPayment(tx, actor, number, payment);
    const detail = { reference, invoice: number, ...payment };
    await writeJournal(deps, tx, actor, { act: 'ad.paid', subject: subjectOf(invoice), detail });
  });
}

/**
 * Corrects the day or the note of a payment. The journal keeps the old values.
 * @throws forbidden, not_found, already_done (not paid, or credited), validation_failed (the day)
 */
export async function correctPayment(
  deps: Deps,
  actor: Actor,
  site: Pick<AdDeskSettings, 'timeZone'>,
  { number, payment }: { number: string; payment: Payment },
): Promise<Invoice> {
  requireAdDesk(actor, 'correct a payment');
  return change(deps, number, async (tx, invoice, reference) => {
    requirePaid(invoice);
    requireDay(deps, site, invoice, payment.paidOn);
    await setPayment(tx, actor, number, payment);
    const was = { paidOn: invoice.paidOn, note: invoice.paidNote, by: invoice.paidBy };
    const detail = { reference, invoice: number, ...payment, was };
    await writeJournal(deps, tx, actor, { act: 'ad.payment_corrected', subject: subjectOf(invoice), detail });
  });
}

/**
 * Undoes the payment of an invoice. The journal keeps the old values and the reason.
 * @throws forbidden, not_found, already_done (not paid, or credited), validation_failed (no reason)
 */
export async function undoPayment(deps: Deps, actor: Actor, number: string, reason: string): Promise<Invoice> {
  requireAdDesk(actor, 'undo a payment');
  if (reason === '')
    throw new Failure('validation_failed', 'To undo a payment, give a reason.', {
      hint: 'Write a reason and send the form again.',
    });
  return change(deps, number, async (tx, invoice, reference) => {
    requirePaid(invoice);
    await tx
      .updateTable('invoice')
      .set({ paid_on: null, paid_note: null, paid_by_name: null })
      .where('number', '=', number)
      .execute();
    const was = { paidOn: invoice.paidOn, note: invoice.paidNote, by: invoice.paidBy };
    const detail = { reference, invoice: number, why: reason, was };
    await writeJournal(deps, tx, actor, { act: 'ad.payment_undone', subject: subjectOf(invoice), detail });
  });
}

/** Locks the order before it reads the invoice, so that of two simultaneous changes the second sees the first. */
async function change(
  deps: Deps,
  number: string,
  work: (tx: Tx, invoice: Invoice, reference: string) => Promise<void>,
): Promise<Invoice> {
  return deps.db.write(async (tx) => {
    await lockOrder(tx, (await findInvoice(tx, number)).orderId);
    const invoice = await findInvoice(tx, number);
    const { reference } = await getOrder(tx, invoice.orderId);
    await work(tx, invoice, reference);
    return findInvoice(tx, number);
  });
}

async function setPayment(tx: Tx, actor: Actor, number: string, { paidOn, note }: Payment): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ paid_on: paidOn, paid_note: note, paid_by_name: nameOf(actor) })
    .where('number', '=', number)
    .execute();
}

async function requireOwed(tx: Tx, { number, orderId, creditedBy }: Invoice): Promise<void> {
  if (creditedBy !== null)
    throw new Failure('already_done', `Credit note ${creditedBy} reverses invoice ${number}: nothing is owed.`, {
      hint: 'Record the payment on the invoice that replaces it.',
    });
  const { state, reference } = await getOrder(tx, orderId);
  if (state === 'cancelled')
    throw new Failure('already_done', `Order ${reference} is cancelled: nothing is owed for it.`, {
      hint: 'Send the money back.',
    });
}

function requirePaid({ number, paidOn, creditedBy }: Invoice): void {
  if (paidOn === null)
    throw new Failure('already_done', `Invoice ${number} has no recorded payment.`, { hint: 'Record the payment.' });
  if (creditedBy === null) return;
  throw new Failure('already_done', `Credit note ${creditedBy} reverses invoice ${number}.`, {
    hint: 'Record the refund instead.',
  });
}

function requireDay(
  deps: Deps,
  { timeZone }: Pick<AdDeskSettings, 'timeZone'>,
  invoice: Invoice,
  paidOn: string,
): void {
  const { issuedOn } = invoice.document;
  if (paidOn > dayIn(now(deps), timeZone))
    throw new Failure('validation_failed', 'That day is in the future.', {
      hint: 'Record the payment on the day it arrives.',
    });
  if (paidOn >= issuedOn) return;
  throw new Failure('validation_failed', `Invoice ${invoice.number} was issued later, on ${issuedOn}.`, {
    hint: 'Check the day and the year.',
  });
}

function subjectOf({ orderId }: Invoice) {
  return { kind: 'ad order', id: orderId };
}
