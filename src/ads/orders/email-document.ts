import { hasStarted } from '#ads/runs/runs.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { formatAmount } from '#core/money.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { isWaiting } from '#runtime/mail/outbox.ts';
import { ATTACHED, findCreditNote, reversalText } from './credit-notes.ts';
import { type AdEmail, contactSubject, mailContact } from './emails.ts';
import { findInsertionOrder, offerEmail } from './insertion-orders.ts';
import { findInvoice } from './invoices.ts';
import { type AdDeskSettings, getOrder, lockOrder, type Order } from './orders.ts';

/**
 * Emails a document of an order to its contact, in a new email. `document` is its name in the outbox, such as
 * `invoice 2026-0001`. The first email may be gone: the outbox keeps emails for thirty days, documents stay.
 * @throws forbidden (writers and agents), not_found, already_done (such an email waits, or the insertion order was withdrawn)
 */
export async function emailDocument(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { orderId, document }: { orderId: string; document: string },
): Promise<void> {
  requireAdDesk(actor, 'email a document');
  await deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    const email = await emailOf(tx, site, order, document);
    const subject = contactSubject(order, email);
    if (await isWaiting(tx, { about: email.about, subject, orderId: order.id }))
      throw new Failure('already_done', 'An email with this document already waits to be sent.', {
        hint: 'Look at the emails of the order.',
      });
    await writeJournal(deps, tx, actor, {
      act: 'ad.email_again',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, email: subject },
    });
    await mailContact(deps, tx, site, { order, ...email });
  });
}

type MakeEmail = (tx: Tx, site: AdDeskSettings, order: Order, number: string) => Promise<AdEmail>;

const KINDS: Record<string, MakeEmail> = {
  invoice: invoiceEmail,
  'credit note': creditNoteEmail,
  'insertion order': insertionOrderEmail,
  proof: proofEmail,
};

async function emailOf(tx: Tx, site: AdDeskSettings, order: Order, document: string): Promise<AdEmail> {
  const [, kind = '', number = ''] = /^(.*) (\S+)$/.exec(document) ?? [];
  const make = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!make) throw unknownDocument();
  return make(tx, site, order, number);
}

async function invoiceEmail(tx: Tx, _: AdDeskSettings, order: Order, number: string): Promise<AdEmail> {
  const { orderId, document, totalCents, paidOn, creditedBy } = await findInvoice(tx, number);
  requireOwn(order, orderId);
  const state = creditedBy
    ? `Credit note ${creditedBy} reverses it.`
    : paidOn
      ? `It was paid on ${paidOn}.`
      : `It is due on ${document.dueOn ?? 'no fixed day'}.`;
  return {
    about: 'ad.document',
    name: `Invoice ${number}`,
    text: `Invoice ${number} of ${document.issuedOn} over ${formatAmount(totalCents, document.currency)} is attached as PDF. ${state}`,
    attachment: `invoice ${number}`,
  };
}

async function creditNoteEmail(tx: Tx, _: AdDeskSettings, order: Order, number: string): Promise<AdEmail> {
  const note = await findCreditNote(tx, number);
  requireOwn(order, note.orderId);
  return {
    about: 'ad.document',
    name: `Credit note ${number}`,
    text: `${reversalText(note)} ${ATTACHED}`,
    attachment: `credit note ${number}`,
  };
}

/** One that can still be accepted goes with the link that accepts it. */
async function insertionOrderEmail(tx: Tx, site: AdDeskSettings, order: Order, number: string): Promise<AdEmail> {
  const { orderId, document, linkHash, acceptedAt, acceptedName, withdrawnAt } = await findInsertionOrder(tx, number);
  requireOwn(order, orderId);
  if (withdrawnAt)
    throw new Failure('already_done', `Insertion order ${number} was withdrawn.`, { hint: 'Make a new one.' });
  if (!acceptedAt) return offerEmail(site, document, linkHash);
  return {
    about: 'ad.document',
    name: `Insertion order ${number}`,
    text: `Insertion order ${number} is attached as PDF. It was accepted on ${dayIn(acceptedAt, site.timeZone)} under the name ${acceptedName}.`,
    attachment: `insertion order ${number}`,
  };
}

async function proofEmail(tx: Tx, _: AdDeskSettings, order: Order, orderId: string): Promise<AdEmail> {
  requireOwn(order, orderId);
  if (!(await hasStarted(tx, order.id))) throw unknownDocument();
  return {
    about: 'ad.document',
    name: 'Proof of performance',
    text: 'The proof of performance is attached as PDF: on which pages and when your ad was shown. We count no readers.',
    attachment: `proof ${order.id}`,
  };
}

function requireOwn({ id }: Order, orderId: string): void {
  if (id !== orderId) throw unknownDocument();
}

function unknownDocument(): Failure {
  return new Failure('not_found', 'The order has no such document.', { hint: 'Look at the order again.' });
}
