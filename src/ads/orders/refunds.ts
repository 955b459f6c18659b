import { type Actor, nameOf, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { type CreditNote, findCreditNote } from './credit-notes.ts';
import { type AdDeskSettings, getOrder, lockOrder } from './orders.ts';

/** A refund: the day on which the money was sent back, and how. */
export type Refund = { refundedOn: string; note: string };
type Zone = Pick<AdDeskSettings, 'timeZone'>;

/**
 * Records that the money of a reversed invoice was sent back.
 * @throws forbidden, not_found, already_done (nothing was paid, or it was refunded), validation_failed (the day)
 */
export async function recordRefund(
  deps: Deps,
  actor: Actor,
  site: Zone,
  { number, refund }: { number: string; refund: Refund },
): Promise<CreditNote> {
  requireAdDesk(actor, 'record a refund');
  return change(deps, number, async (tx, creditNote, reference) => {
    requireRefundOwed(creditNote);
    requireRefundDay(creditNote, dayIn(now(deps), site.timeZone), refund.refundedOn);
    await setRefund(tx, actor, number, refund);
    const detail = { reference, creditNote: number, cents: creditNote.refundCents, ...refund };
    await writeJournal(deps, tx, actor, { act: 'ad.refunded', subject: subjectOf(creditNote), detail });
  });
}

/**
 * Corrects the day or the note of a refund. The journal keeps the old values.
 * @throws forbidden, not_found, already_done (not refunded), validation_failed (the day)
 */
export async function correctRefund(
  deps: Deps,
  actor: Actor,
  site: Zone,
  { number, refund }: { number: string; refund: Refund },
): Promise<CreditNote> {
  requireAdDesk(actor, 'correct a refund');
  return change(deps, number, async (tx, creditNote, reference) => {
    requireRefunded(creditNote);
    requireRefundDay(creditNote, dayIn(now(deps), site.timeZone), refund.refundedOn);
    await setRefund(tx, actor, number, refund);
    const detail = { reference, creditNote: number, ...refund, was: valuesOf(creditNote) };
    await writeJournal(deps, tx, actor, { act: 'ad.refund_corrected', subject: subjectOf(creditNote), detail });
  });
}

/**
 * Undoes a refund, for example one that came back: it is owed again. The journal keeps the old values and the reason.
 * @throws forbidden, not_found, already_done (not refunded), validation_failed (no reason)
 */
export async function undoRefund(deps: Deps, actor: Actor, number: string, reason: string): Promise<CreditNote> {
  requireAdDesk(actor, 'undo a refund');
  if (reason === '')
    throw new Failure('validation_failed', 'To undo a refund, give a reason.', {
      hint: 'Write a reason and send the form again.',
    });
  return change(deps, number, async (tx, creditNote, reference) => {
    requireRefunded(creditNote);
    await tx
      .updateTable('credit_note')
      .set({ refunded_on: null, refund_note: null, refunded_by_name: null })
      .where('number', '=', number)
      .execute();
    const detail = { reference, creditNote: number, why: reason, was: valuesOf(creditNote) };
    await writeJournal(deps, tx, actor, { act: 'ad.refund_undone', subject: subjectOf(creditNote), detail });
  });
}

/** Locks the order before it reads the credit note, so that of two simultaneous changes the second sees the first. */
async function change(
  deps: Deps,
  number: string,
  work: (tx: Tx, creditNote: CreditNote, reference: string) => Promise<void>,
): Promise<CreditNote> {
  return deps.db.write(async (tx) => {
    await lockOrder(tx, (await findCreditNote(tx, number)).orderId);
    const creditNote = await findCreditNote(tx, number);
    const { reference } = await getOrder(tx, creditNote.orderId);
    await work(tx, creditNote, reference);
    return findCreditNote(tx, number);
  });
}

async function setRefund(tx: Tx, actor: Actor, number: string, { refundedOn, note }: Refund): Promise<void> {
  await tx
    .updateTable('credit_note')
    .set({ refunded_on: refundedOn, refund_note: note, refunded_by_name: nameOf(actor) })
    .where('number', '=', number)
    .execute();
}

function valuesOf({ refundedOn, refundNote, refundedBy }: CreditNote) {
  return { refundedOn, note: refundNote, by: refundedBy };
}

function requireRefundOwed({ number, refundCents, refundedOn }: CreditNote): void {
  if (refundCents === 0)
    throw new Failure('already_done', `The invoice of credit note ${number} was never paid.`, {
      hint: 'No refund is owed.',
    });
  if (refundedOn !== null)
    throw new Failure('already_done', `The refund of ${number} is already recorded, on ${refundedOn}.`, {
      hint: 'If that refund is wrong, correct it or undo it.',
    });
}

function requireRefunded({ number, refundedOn }: CreditNote): void {
  if (refundedOn !== null) return;
  throw new Failure('already_done', `Credit note ${number} has no recorded refund.`, { hint: 'Record the refund.' });
}

function requireRefundDay({ document }: CreditNote, today: string, day: string): void {
  if (day >= document.issuedOn && day <= today) return;
  throw new Failure('validation_failed', `The refund must be sent between ${document.issuedOn} and today, ${today}.`, {
    hint: 'Check the day and the year.',
  });
}

function subjectOf({ orderId }: CreditNote) {
  return { kind: 'ad order', id: orderId };
}
