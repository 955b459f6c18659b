import { listCreatives, type StoredCreative } from '#ads/creatives/stored-creatives.ts';
import { type Billing, readBilling } from '#ads/orders/billing.ts';
import { type Conflict, findConflicts } from '#ads/orders/conflicts.ts';
import { type CreditNote, listCreditNotesOf } from '#ads/orders/credit-notes.ts';
import { findHold } from '#ads/orders/holds.ts';
import { findInvoiceOf, type Invoice, listInvoicesOf } from '#ads/orders/invoices.ts';
import { findNextFree, isMissed } from '#ads/orders/missed.ts';
import { type OrderLink, readOrderLink } from '#ads/orders/order-links.ts';
import { BEFORE_BOOKING, type Order, readOrder } from '#ads/orders/orders.ts';
import { listRuns, type Run } from '#ads/runs/runs.ts';
import { listSendsOf, type Send } from '#ads/runs/sends.ts';
import type { Context } from '#http/context.ts';
import type { NewsletterIssue } from '#http/declared.ts';
import { now } from '#runtime/deps.ts';
import { listOrderEmails, type OrderEmail } from '#runtime/mail/outbox.ts';
import { type JournalEntry, journalOf } from '#runtime/read-journal.ts';
import { findIssues } from './find-issues.ts';
import { readInsertionOrders, type ShownInsertionOrder } from './insertion-orders.ts';
import type { RefusedOrder } from './order-forms.ts';

/** Lines of the journal shown. */
const HISTORY = 100;

/** Everything the page of an order shows. */
export type OrderRecord = {
  order: Order;
  creatives: StoredCreative[];
  /** The invoice that no credit note reverses. */
  invoice: Invoice | null;
  invoices: Invoice[];
  creditNotes: CreditNote[];
  insertionOrders: ShownInsertionOrder[];
  billing: Billing;
  conflicts: Conflict[];
  /** The last day of its hold. */
  heldUntil: string | null;
  emails: OrderEmail[];
  history: JournalEntry[];
  /** The advertiser's link. */
  link: (OrderLink & { secret: string }) | null;
  refused: RefusedOrder | null;
  runs: Run[];
  /** The ad did not run on its days; `nextFree` is the first day on which it can run again. */
  missed: { nextFree: string | null } | null;
  /** Where another order has the days of an open order: the first day on which its unit can run. */
  nextFree: string | null;
  sends: Send[];
  /** The briefs that have been begun for the days of this order, by day. */
  briefs: Map<string, NewsletterIssue>;
};

/** @throws forbidden, not_found */
export async function readOrderRecord(c: Context, orderId: string, refused: RefusedOrder | null): Promise<OrderRecord> {
  const tx = c.var.deps.db.read;
  const order = await readOrder(tx, c.var.actor, orderId);
  const runs = await listRuns(tx, order.id);
  const today = now(c.var.deps).slice(0, 10);
  const isOpen = BEFORE_BOOKING.includes(order.state);
  const conflicts = isOpen ? ((await findConflicts(tx, [order], today))[0] ?? []) : [];
  const isTaken = conflicts.some(({ kind }) => kind === 'taken' || kind === 'on hold');
  return {
    order,
    creatives: await listCreatives(tx, order.id),
    invoice: await findInvoiceOf(tx, order.id),
    invoices: await listInvoicesOf(tx, order.id),
    creditNotes: await listCreditNotesOf(tx, order),
    insertionOrders: await readInsertionOrders(c, order),
    billing: await readBilling(tx, order.advertiserId),
    conflicts,
    nextFree: isTaken ? await findNextFree(tx, order, today) : null,
    heldUntil: isOpen ? await findHold(tx, order.id, today) : null,
    emails: await listOrderEmails(tx, order.id),
    history: await journalOf(tx, { kind: 'ad order', id: order.id }, HISTORY),
    link: await readOrderLink(c.var.deps, tx, order.id),
    refused,
    runs,
    missed: (await isMissed(tx, order)) ? { nextFree: await findNextFree(tx, order, today) } : null,
    sends: await listSendsOf(tx, order.id),
    briefs: await findIssues(
      tx,
      runs.filter(({ place }) => place === 'field-brief').map(({ startsOn }) => startsOn),
    ),
  };
}
