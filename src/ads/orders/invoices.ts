import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { currencyName, formatAmount } from '#core/money.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { invoiceFile } from '#runtime/files/document-files.ts';
import { readBilling } from './billing.ts';
import { findConflicts } from './conflicts.ts';
import { nextNumber } from './documents.ts';
import { mailBoth } from './emails.ts';
import { documentOf, type InvoiceDocument, type InvoiceText } from './invoice-document.ts';
import { type AdDeskSettings, getOrder, hasListPrice, type Order, type OrderState, transitionOrder } from './orders.ts';

export type Invoice = {
  number: string;
  orderId: string;
  issuedAt: string;
  document: InvoiceDocument;
  totalCents: number;
  pdfHash: string | null;
  paidOn: string | null;
  paidNote: string | null;
  paidBy: string | null;
  /** The number of the credit note that reverses it. */
  creditedBy: string | null;
};

/**
 * Issues the invoice of an accepted order. It gets the next number of the year in the same transaction: no number is used
 * twice or skipped.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed (no agreed rate)
 */
export async function issueInvoice(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  {
    catalog,
    words,
    orderId,
    isDespiteConflict = false,
  }: { catalog: AdvertisingCatalog; words: InvoiceText; orderId: string; isDespiteConflict?: boolean },
): Promise<Invoice> {
  requireAdDesk(actor, 'issue an invoice');
  return deps.db.write(async (tx) => {
    const { state } = await getOrder(tx, orderId);
    const order = await transitionOrder(deps, tx, actor, {
      orderId,
      from: CAN_INVOICE,
      to: state === 'accepted' ? 'invoiced' : state,
      act: 'ad.invoiced',
    });
    await requireNoInvoice(tx, order);
    if (state === 'accepted' && !isDespiteConflict) await requireFree(deps, tx, order);
    await requireAgreedRate(deps, tx, catalog, order);
    const issuedOn = dayIn(now(deps), site.timeZone);
    const { year, nth, number } = await nextNumber(tx, 'invoice_series', issuedOn);
    const billing = await readBilling(tx, order.advertiserId);
    const document = documentOf({ site, catalog, words, order, billing, number, issuedOn });
    const row = {
      number,
      year,
      nth,
      order_id: order.id,
      issued_at: now(deps),
      document: JSON.stringify(document),
      total_cents: document.totalCents,
      due_on: document.dueOn ?? null,
    };
    await tx.insertInto('invoice').values(row).execute();
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.invoiced',
      name: number,
      text: `${invoiceWords(document)}
The invoice is attached as PDF.`,
      attachment: `invoice ${number}`,
    });
    return findInvoice(tx, number);
  });
}

function invoiceWords(document: InvoiceDocument): string {
  const { number, issuedOn, dueOn, currency, lines, tax, totalCents, bank = [], notes } = document;
  const sums = [...lines, ...(tax ? [tax] : [])].map(
    ({ what, cents }) => `- ${what}: ${formatAmount(cents, currency)}`,
  );
  return `Invoice ${number} of ${issuedOn}, in ${currencyName(currency)}:

${sums.join('\n')}

Total: ${formatAmount(totalCents, currency)}, due on ${dueOn}
${bank.length > 0 ? `\nPay to:\n${bank.join('\n')}\n` : ''}
${notes.join('\n')}`;
}

/** An accepted order gets an invoice. A later order gets a new one after its invoice was credited. */
const CAN_INVOICE: readonly OrderState[] = ['accepted', 'booked', 'running', 'ran', 'closed'];

/** An order whose days or category another one has could not be booked after it was paid. */
async function requireFree(deps: Deps, tx: Tx, order: Order): Promise<void> {
  const [conflicts = []] = await findConflicts(tx, [order], now(deps).slice(0, 10));
  const taken = conflicts.find(({ kind }) => kind === 'taken' || kind === 'on hold');
  if (!taken) return;
  throw new Failure('already_exists', `${taken.words} (order ${taken.reference}). No invoice was issued.`, {
    hint: 'Agree on other days with the advertiser and change them here, or say that the invoice is issued all the same.',
  });
}

async function requireNoInvoice(tx: Tx, { id, reference }: Order): Promise<void> {
  const valid = await findInvoiceOf(tx, id);
  if (!valid) return;
  throw new Failure('already_done', `Order ${reference} already has invoice ${valid.number}.`, {
    hint: 'Credit that invoice first if it is wrong.',
  });
}

/** An insertion order that the advertiser can still accept would set another rate. */
async function requireAgreedRate(deps: Deps, tx: Tx, catalog: AdvertisingCatalog, order: Order): Promise<void> {
  const open = await tx
    .selectFrom('insertion_order')
    .select('number')
    .where('order_id', '=', order.id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>=', now(deps))
    .executeTakeFirst();
  if (open)
    throw new Failure('validation_failed', `The advertiser can still accept insertion order ${open.number}.`, {
      hint: 'Wait for it, or withdraw it.',
    });
  if (order.insertionOrder || hasListPrice(catalog, order)) return;
  throw new Failure('validation_failed', `Order ${order.reference} has no agreed rate.`, {
    hint: 'Make an insertion order, which the advertiser accepts, or enter a signed one.',
  });
}

/** Stores the PDF of an invoice unless one is stored; returns the SHA-256 of the stored one. @throws storage_full */
export async function storeInvoicePdf(deps: Deps, number: string, pdf: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(pdf).digest('hex');
  await deps.files.put(invoiceFile(hash), pdf);
  return deps.db.write(async (tx) => {
    await tx
      .updateTable('invoice')
      .set({ pdf_hash: hash })
      .where('number', '=', number)
      .where('pdf_hash', 'is', null)
      .execute();
    return (await findInvoice(tx, number)).pdfHash ?? hash;
  });
}

/** @throws not_found */
export async function findInvoice(tx: Tx, number: string): Promise<Invoice> {
  const row = await tx.selectFrom('invoice').selectAll().where('number', '=', number).executeTakeFirst();
  if (row) return toInvoice(row);
  throw new Failure('not_found', 'No invoice has this number.', { hint: 'Look at the list of invoices.' });
}

/** The valid invoice of an order, which no credit note reverses; null when it has none. */
export async function findInvoiceOf(tx: Tx, orderId: string): Promise<Invoice | null> {
  const row = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('credited_by', 'is', null)
    .executeTakeFirst();
  return row ? toInvoice(row) : null;
}

/** All invoices of an order, latest first. */
export async function listInvoicesOf(tx: Tx, orderId: string): Promise<Invoice[]> {
  const rows = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('year', 'desc')
    .orderBy('nth', 'desc')
    .execute();
  return rows.map(toInvoice);
}

export type ListedInvoice = Invoice & { advertiser: string; reference: string; state: string };

/** Invoices, latest first; with `before`, those with a smaller number. @throws forbidden */
export async function listInvoices(
  tx: Tx,
  actor: Actor,
  { limit, before }: { limit: number; before?: string },
): Promise<ListedInvoice[]> {
  requireAdDesk(actor, 'see invoices');
  const rows = await listedInvoices(tx)
    .$if(before !== undefined, (query) => query.where('invoice.number', '<', before ?? ''))
    .orderBy('invoice.year', 'desc')
    .orderBy('invoice.nth', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toListedInvoice);
}

/** Invoices with their orders and advertisers, for a list. */
export function listedInvoices(tx: Tx) {
  return tx
    .selectFrom('invoice')
    .innerJoin('ad_order', 'ad_order.id', 'invoice.order_id')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .selectAll('invoice')
    .select(['advertiser.name as advertiser', 'ad_order.reference', 'ad_order.state']);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof listedInvoices>['execute']>>[number];

export function toListedInvoice({ advertiser, reference, state, ...row }: ListedRow): ListedInvoice {
  return { ...toInvoice(row), advertiser, reference, state };
}

export function toInvoice(row: Selectable<Tables['invoice']>): Invoice {
  return {
    number: row.number,
    orderId: row.order_id,
    issuedAt: row.issued_at,
    document: JSON.parse(row.document),
    totalCents: row.total_cents,
    pdfHash: row.pdf_hash,
    paidOn: row.paid_on,
    paidNote: row.paid_note,
    paidBy: row.paid_by_name,
    creditedBy: row.credited_by,
  };
}
