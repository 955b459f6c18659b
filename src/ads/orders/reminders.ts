import { addDays } from '#ads/catalog/ad-calendar.ts';
import { type Actor, nameOf, requireAdDesk, SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { formatAmount } from '#core/money.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { mailBoth } from './emails.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { findInvoice, type Invoice } from './invoices.ts';
import { isMissed } from './missed.ts';
import { overdueBy } from './open-invoices.ts';
import { type AdDeskSettings, getOrder, lockOrder } from './orders.ts';

/** The most reminders that one round sends. */
const AT_ONCE = 20;

/**
 * Emails the contact that an invoice is overdue. An editor can do this once a day.
 * @throws forbidden (writers and agents), not_found, already_done (paid, reversed, not overdue, or reminded today)
 */
export async function sendReminder(deps: Deps, actor: Actor, site: AdDeskSettings, number: string): Promise<Invoice> {
  requireAdDesk(actor, 'remind an advertiser');
  const today = dayIn(now(deps), site.timeZone);
  return deps.db.write(async (tx) => {
    const { invoice, sent, lastSentAt } = await lockInvoice(tx, number);
    requireOverdue(invoice, today);
    if (lastSentAt !== null && dayIn(lastSentAt, site.timeZone) === today)
      throw new Failure('already_done', `The advertiser got a reminder of invoice ${number} today.`, {
        hint: 'Wait some days for the payment.',
      });
    await remind(deps, tx, actor, { site, invoice, nth: sent + 1, today });
    return invoice;
  });
}

/**
 * Sends the reminders that are due by the settings: the first, second … so many days after the due date. Each is sent once, and
 * one that an editor sent counts. Between two reminders are as many days as between their days in the settings.
 */
export async function sendDueReminders(deps: Deps, site: AdDeskSettings, days: readonly number[]): Promise<void> {
  const [first] = days;
  if (first === undefined) return;
  const today = dayIn(now(deps), site.timeZone);
  const rows = await deps.db.read
    .selectFrom('invoice')
    .select(['number', 'due_on'])
    .select((select) =>
      select
        .selectFrom('invoice_reminder')
        .select((eb) => eb.fn.countAll().as('sent'))
        .whereRef('invoice_reminder.invoice_number', '=', 'invoice.number')
        .as('sent'),
    )
    .where('paid_on', 'is', null)
    .where('credited_by', 'is', null)
    .where('due_on', '<=', addDays(today, -first))
    .orderBy('due_on')
    .execute();
  const isDue = (sent: number, dueOn: string | null) =>
    overdueBy(dueOn, today) >= (days[sent] ?? Number.POSITIVE_INFINITY);
  /** Days between a reminder and the next one. */
  const pauseAfter = (sent: number) => (days[sent] ?? 0) - (days[sent - 1] ?? 0);
  const due = rows.filter((row) => isDue(Number(row.sent), row.due_on)).slice(0, AT_ONCE);
  for (const { number } of due) {
    await deps.db.write(async (tx) => {
      const { invoice, sent, lastSentAt } = await lockInvoice(tx, number);
      if (invoice.paidOn !== null || invoice.creditedBy !== null) return;
      if (await isMissed(tx, await getOrder(tx, invoice.orderId))) return; // we owe the advertiser an answer first
      if (!isDue(sent, invoice.document.dueOn ?? null)) return;
      if (lastSentAt !== null && dayIn(lastSentAt, site.timeZone) > addDays(today, -pauseAfter(sent))) return;
      await remind(deps, tx, SYSTEM, { site, invoice, nth: sent + 1, today });
    });
  }
}

async function remind(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { site, invoice, nth, today }: { site: AdDeskSettings; invoice: Invoice; nth: number; today: string },
): Promise<void> {
  const { number, orderId, document, totalCents } = invoice;
  const order = await getOrder(tx, orderId);
  await tx
    .insertInto('invoice_reminder')
    .values({ invoice_number: number, nth, sent_at: now(deps), sent_by_name: nameOf(actor) })
    .execute();
  await writeJournal(deps, tx, actor, {
    act: 'ad.reminded',
    subject: { kind: 'ad order', id: orderId },
    detail: { reference: order.reference, invoice: number, reminder: nth, cents: totalCents },
  });
  await mailBoth(deps, tx, site, {
    order,
    about: 'ad.reminder',
    name: number,
    text: reminderText(document, overdueBy(document.dueOn ?? null, today)),
    attachment: `invoice ${number}`,
  });
}

function reminderText(document: InvoiceDocument, days: number): string {
  const { number, issuedOn, dueOn, currency, totalCents, bank = [] } = document;
  const since = days === 1 ? 'yesterday' : `${days} days ago`;
  return `Invoice ${number} of ${issuedOn} over ${formatAmount(totalCents, currency)} was due on ${dueOn}, ${since}. We have not recorded a payment.
${bank.length > 0 ? `\nPay to:\n${bank.join('\n')}\n` : ''}
Please quote the invoice number. The invoice is attached as PDF.
If you paid in the last days, thank you: then you can ignore this email.`;
}

/** Locks the order, so that of two processes the second sees the reminder of the first. */
async function lockInvoice(
  tx: Tx,
  number: string,
): Promise<{ invoice: Invoice; sent: number; lastSentAt: string | null }> {
  await lockOrder(tx, (await findInvoice(tx, number)).orderId);
  const invoice = await findInvoice(tx, number);
  const reminders = await tx
    .selectFrom('invoice_reminder')
    .select('sent_at')
    .where('invoice_number', '=', number)
    .orderBy('nth')
    .execute();
  return { invoice, sent: reminders.length, lastSentAt: reminders.at(-1)?.sent_at ?? null };
}

function requireOverdue({ number, paidOn, creditedBy, document }: Invoice, today: string): void {
  const because = paidOn
    ? `is paid since ${paidOn}`
    : creditedBy
      ? `is reversed by ${creditedBy}`
      : overdueBy(document.dueOn ?? null, today) === 0
        ? `is not overdue: it is due on ${document.dueOn ?? 'no fixed day'}`
        : null;
  if (because === null) return;
  throw new Failure('already_done', `Invoice ${number} ${because}.`, { hint: 'No reminder is needed.' });
}
