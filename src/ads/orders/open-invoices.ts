import { daysBetween } from '#ads/catalog/ad-calendar.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type CreditNote, toCreditNote } from './credit-notes.ts';
import { type ListedInvoice, listedInvoices, toListedInvoice } from './invoices.ts';

/** An invoice that is not paid. Days are those of the publisher's time zone. */
export type OpenInvoice = ListedInvoice & {
  dueOn: string | null;
  /** 0 while it is not overdue, or has no due date. */
  daysOverdue: number;
  reminders: { sentAt: string; sentBy: string }[];
};

export type OwedRefund = CreditNote & { advertiser: string; reference: string };

/** The most open invoices that are listed. */
const MOST = 500;

/** The unpaid invoices, those that are due first at the top. @throws forbidden */
export async function listOpenInvoices(tx: Tx, actor: Actor, today: string): Promise<OpenInvoice[]> {
  requireAdDesk(actor, 'see invoices');
  const rows = await listedInvoices(tx)
    .where('invoice.paid_on', 'is', null)
    .where('invoice.credited_by', 'is', null)
    .orderBy('invoice.due_on')
    .orderBy('invoice.number')
    .limit(MOST)
    .execute();
  const sent = await tx
    .selectFrom('invoice_reminder')
    .innerJoin('invoice', 'invoice.number', 'invoice_reminder.invoice_number')
    .select(['invoice_number as number', 'sent_at as sentAt', 'sent_by_name as sentBy'])
    .where('invoice.paid_on', 'is', null)
    .where('invoice.credited_by', 'is', null)
    .orderBy('invoice_reminder.nth')
    .execute();
  return rows.map((row) => ({
    ...toListedInvoice(row),
    dueOn: row.due_on,
    daysOverdue: overdueBy(row.due_on, today),
    reminders: sent.filter(({ number }) => number === row.number).map(({ sentAt, sentBy }) => ({ sentAt, sentBy })),
  }));
}

/** Days since an invoice was due; 0 before, and for an invoice without a due date. */
export function overdueBy(dueOn: string | null, today: string): number {
  return dueOn === null ? 0 : Math.max(0, daysBetween(dueOn, today));
}

/** The refunds that are owed, oldest first. @throws forbidden */
export async function listOwedRefunds(tx: Tx, actor: Actor): Promise<OwedRefund[]> {
  requireAdDesk(actor, 'see refunds');
  const rows = await tx
    .selectFrom('credit_note')
    .innerJoin('ad_order', 'ad_order.id', 'credit_note.order_id')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .selectAll('credit_note')
    .select(['advertiser.name as advertiser', 'ad_order.reference'])
    .where('credit_note.refund_cents', '>', 0)
    .where('credit_note.refunded_on', 'is', null)
    .orderBy('credit_note.issued_at')
    .limit(MOST)
    .execute();
  return rows.map(({ advertiser, reference, ...row }) => ({ ...toCreditNote(row), advertiser, reference }));
}
