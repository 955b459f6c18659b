import { type Actor, requireAdDesk } from '#core/actor.ts';
import { csvRow } from '#core/csv.ts';
import type { Tx } from '#db/database.ts';
import { toCreditNote } from './credit-notes.ts';
import { toInvoice } from './invoices.ts';
import { overdueBy } from './open-invoices.ts';

const COLUMNS = [
  'document',
  'number',
  'issued_on',
  'due_on',
  'advertiser',
  'order',
  'insertion_order',
  'currency',
  'net',
  'tax',
  'total',
  'paid_on',
  'payment_note',
  'reverses',
  'reversed_by',
  'refund',
  'refunded_on',
  'refund_note',
  'open',
  'days_overdue',
  'reminders',
];

/**
 * All invoices and credit notes as CSV, oldest first, for bookkeeping. Amounts have a decimal point; those of
 * credit notes are negative. `open` is what the advertiser owes; negative where a refund is owed to them.
 * @throws forbidden
 */
export async function exportMoney(tx: Tx, actor: Actor, today: string): Promise<string> {
  requireAdDesk(actor, 'export invoices');
  const rows = [...(await invoiceRows(tx, today)), ...(await creditNoteRows(tx))];
  rows.sort((row, other) => (row.issuedAt < other.issuedAt ? -1 : 1));
  return [csvRow(COLUMNS), ...rows.map(({ fields }) => csvRow(COLUMNS.map((name) => fields[name] ?? '')))].join('');
}

type Row = { issuedAt: string; fields: Record<string, string | null> };

async function invoiceRows(tx: Tx, today: string): Promise<Row[]> {
  const rows = await tx
    .selectFrom('invoice')
    .innerJoin('ad_order', 'ad_order.id', 'invoice.order_id')
    .selectAll('invoice')
    .select(['ad_order.reference', 'ad_order.currency'])
    .select((select) =>
      select
        .selectFrom('invoice_reminder')
        .select((eb) => eb.fn.countAll().as('sent'))
        .whereRef('invoice_reminder.invoice_number', '=', 'invoice.number')
        .as('reminders'),
    )
    .execute();
  return rows.map((row) => {
    const { number, issuedAt, document, totalCents, paidOn, paidNote, creditedBy } = toInvoice(row);
    const isOpen = paidOn === null && creditedBy === null;
    return {
      issuedAt,
      fields: {
        document: 'invoice',
        number,
        issued_on: document.issuedOn,
        due_on: row.due_on,
        order: row.reference,
        advertiser: document.to[0] ?? '',
        insertion_order: document.insertionOrder ?? '',
        currency: row.currency,
        ...amounts(totalCents, document.tax?.cents ?? 0, 1),
        paid_on: paidOn,
        payment_note: paidNote,
        reversed_by: creditedBy,
        open: amount(isOpen ? totalCents : 0),
        days_overdue: isOpen ? String(overdueBy(row.due_on, today)) : '',
        reminders: String(row.reminders ?? 0),
      },
    };
  });
}

async function creditNoteRows(tx: Tx): Promise<Row[]> {
  const rows = await tx
    .selectFrom('credit_note')
    .innerJoin('ad_order', 'ad_order.id', 'credit_note.order_id')
    .selectAll('credit_note')
    .select(['ad_order.reference', 'ad_order.currency'])
    .execute();
  return rows.map((row) => {
    const { number, issuedAt, document, totalCents, invoice, refundCents, refundedOn, refundNote } = toCreditNote(row);
    return {
      issuedAt,
      fields: {
        document: 'credit note',
        number,
        issued_on: document.issuedOn,
        order: row.reference,
        currency: row.currency,
        advertiser: document.to[0] ?? '',
        insertion_order: document.insertionOrder ?? '',
        reverses: invoice,
        ...amounts(totalCents, document.tax?.cents ?? 0, -1),
        refund: amount(refundCents),
        refunded_on: refundedOn,
        refund_note: refundNote,
        open: amount(refundedOn === null ? -refundCents : 0),
      },
    };
  });
}

function amounts(total: number, tax: number, sign: 1 | -1): Record<string, string> {
  return { net: amount(sign * (total - tax)), tax: amount(sign * tax), total: amount(sign * total) };
}

/** `-1800.50`; a number, so it gets no apostrophe against formulas. */
function amount(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  return `${sign}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}
