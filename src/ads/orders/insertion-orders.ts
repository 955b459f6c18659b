import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { type Actor, nameOf, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { formatAmount } from '#core/money.ts';
import { hashSecret, hmacSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { invoiceFile } from '#runtime/files/document-files.ts';
import { writeJournal } from '#runtime/journal.ts';
import { SECRET_HERE } from '#runtime/mail/outbox.ts';
import { readBilling } from './billing.ts';
import { nextNumber } from './documents.ts';
import { mailBoth } from './emails.ts';
import { type InsertionOrderDocument, insertionOrderOf } from './insertion-order-document.ts';
import type { InvoiceText } from './invoice-document.ts';
import { findInvoiceOf } from './invoices.ts';
import {
  type AdDeskSettings,
  BEFORE_BOOKING,
  getOrder,
  lockOrder,
  type Order,
  type OrderState,
  wrongState,
} from './orders.ts';

/** An insertion order: the agreement about an order, which the advertiser accepts by a link. */
export type InsertionOrder = {
  number: string;
  orderId: string;
  madeAt: string;
  madeBy: string;
  document: InsertionOrderDocument;
  cents: number;
  pdfHash: string | null;
  linkHash: string;
  expiresAt: string;
  acceptedAt: string | null;
  /** The name that the advertiser typed. */
  acceptedName: string | null;
  withdrawnAt: string | null;
  withdrawnReason: string | null;
};

/** States in which an order can get another rate, while no invoice is valid. */
export const CAN_AGREE: readonly OrderState[] = [...BEFORE_BOOKING, 'booked', 'running', 'ran'];

/**
 * Makes an insertion order at a rate and emails its link to the contact. An earlier one that nobody has accepted is withdrawn.
 * @throws forbidden (writers and agents), not_found, already_done (invoiced, or the order has ended)
 */
export async function makeInsertionOrder(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  {
    catalog,
    words,
    orderId,
    cents,
  }: { catalog: AdvertisingCatalog; words: InvoiceText; orderId: string; cents: number },
): Promise<InsertionOrder> {
  requireAdDesk(actor, 'make an insertion order');
  return deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    await requireAgreeable(tx, order);
    const madeOn = now(deps).slice(0, 10);
    const { year, nth, number } = await nextNumber(tx, 'insertion_order_series', madeOn);
    const billing = await readBilling(tx, order.advertiserId);
    const document = insertionOrderOf({ site, catalog, words, order, billing, cents, number, madeOn });
    await endOpen(deps, tx, order.id, `${number} replaces it.`);
    const linkHash = hashSecret(secretOf(deps, number));
    await tx
      .insertInto('insertion_order')
      .values({
        number,
        year,
        nth,
        cents,
        order_id: order.id,
        document: JSON.stringify(document),
        link_hash: linkHash,
        made_at: now(deps),
        made_by_name: nameOf(actor),
        expires_at: `${document.acceptUntil}T23:59:59.999Z`,
      })
      .execute();
    await writeJournal(deps, tx, actor, {
      act: 'ad.insertion_order_made',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, insertionOrder: number, cents },
    });
    await mailBoth(deps, tx, site, { order, ...offerEmail(site, document, linkHash) });
    return findInsertionOrder(tx, number);
  });
}

/** The email with the link that accepts an insertion order. */
export function offerEmail({ baseUrl }: AdDeskSettings, document: InsertionOrderDocument, linkHash: string) {
  const { number, title, days, currency, totalCents, acceptUntil } = document;
  const what = `Insertion order ${number}: ${title}, ${days} (UTC), ${formatAmount(totalCents, currency)}`;
  return {
    about: 'ad.insertion_order',
    name: number,
    text: `${what}. It is attached as PDF.

Please read it. To accept it, open this link and press the button there, until ${acceptUntil}:
${insertionOrderUrl(baseUrl, SECRET_HERE)}

Only pass the link on to people who may sign for you.`,
    deskText: `${what}. The contact got a link to accept it until ${acceptUntil}.`,
    attachment: `insertion order ${number}`,
    linkHash,
  } as const;
}

/** @throws already_done when the order has a valid invoice or is over */
export async function requireAgreeable(tx: Tx, order: Order): Promise<void> {
  if (!CAN_AGREE.includes(order.state)) throw wrongState(order, CAN_AGREE);
  const invoice = await findInvoiceOf(tx, order.id);
  if (!invoice) return;
  throw new Failure('already_done', `Order ${order.reference} has invoice ${invoice.number}: its rate cannot change.`, {
    hint: 'Credit the invoice first.',
  });
}

/**
 * Withdraws an insertion order that nobody has accepted. The page behind its link then says that it was withdrawn.
 * @throws forbidden (writers and agents), not_found, already_done (accepted or withdrawn), validation_failed (no reason)
 */
export async function withdrawInsertionOrder(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { number, reason }: { number: string; reason: string },
): Promise<InsertionOrder> {
  requireAdDesk(actor, 'withdraw an insertion order');
  if (reason === '')
    throw new Failure('validation_failed', 'To withdraw an insertion order, give a reason.', { hint: 'Write one.' });
  return deps.db.write(async (tx) => {
    const { orderId } = await findInsertionOrder(tx, number);
    await lockOrder(tx, orderId);
    const { acceptedAt, withdrawnAt } = await findInsertionOrder(tx, number);
    if (acceptedAt ?? withdrawnAt)
      throw new Failure(
        'already_done',
        `Insertion order ${number} is ${acceptedAt ? 'accepted' : 'withdrawn'} already.`,
        {
          hint: acceptedAt ? 'To agree on another rate, make a new one.' : 'No action is needed.',
        },
      );
    await endOpen(deps, tx, orderId, reason);
    const order = await getOrder(tx, orderId);
    await writeJournal(deps, tx, actor, {
      act: 'ad.insertion_order_withdrawn',
      subject: { kind: 'ad order', id: orderId },
      detail: { reference: order.reference, insertionOrder: number, why: reason },
    });
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.insertion_order_withdrawn',
      name: number,
      text: `We have withdrawn insertion order ${number}. It can no longer be accepted. The reason:\n\n${reason}`,
    });
    return findInsertionOrder(tx, number);
  });
}

async function endOpen(deps: Deps, tx: Tx, orderId: string, reason: string): Promise<void> {
  await tx
    .updateTable('insertion_order')
    .set({ withdrawn_at: now(deps), withdrawn_reason: reason })
    .where('order_id', '=', orderId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/**
 * The secret of a link, derived by the key of the site: the database alone holds none, and an editor can show the link again.
 */
export function secretOf(deps: Deps, number: string): string {
  return hmacSecret(deps.key, `insertion order ${number}`);
}

export function insertionOrderUrl(baseUrl: string, secret: string): string {
  return `${baseUrl}/advertise/insertion-orders/${secret}`;
}

/** @throws not_found */
export async function findInsertionOrder(tx: Tx, number: string): Promise<InsertionOrder> {
  const row = await tx.selectFrom('insertion_order').selectAll().where('number', '=', number).executeTakeFirst();
  if (row) return toInsertionOrder(row);
  throw new Failure('not_found', 'No insertion order has this number.', { hint: 'Look at the order again.' });
}

/** The insertion orders of an order, latest first. */
export async function listInsertionOrders(tx: Tx, orderId: string): Promise<InsertionOrder[]> {
  const rows = await tx
    .selectFrom('insertion_order')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('year', 'desc')
    .orderBy('nth', 'desc')
    .execute();
  return rows.map(toInsertionOrder);
}

export type PrintInsertionOrder = (document: InsertionOrderDocument, madeAt: string) => Promise<Uint8Array>;

/** The PDF of an insertion order with its SHA-256. Makes and stores it at the first call. @throws storage_full */
export async function readInsertionOrderPdf(
  deps: Deps,
  { number, document, madeAt, pdfHash }: InsertionOrder,
  print: PrintInsertionOrder,
): Promise<{ bytes: Uint8Array; hash: string }> {
  const stored = pdfHash === null ? null : await deps.files.get(invoiceFile(pdfHash));
  if (stored && pdfHash !== null) return { bytes: stored, hash: pdfHash };
  const bytes = await print(document, madeAt);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await deps.files.put(invoiceFile(hash), bytes);
  const update = (tx: Tx) =>
    tx
      .updateTable('insertion_order')
      .set({ pdf_hash: hash })
      .where('number', '=', number)
      .where('pdf_hash', 'is', null)
      .execute();
  await deps.db.write(update);
  return { bytes, hash };
}

export function toInsertionOrder(row: Selectable<Tables['insertion_order']>): InsertionOrder {
  return {
    number: row.number,
    orderId: row.order_id,
    madeAt: row.made_at,
    madeBy: row.made_by_name,
    document: JSON.parse(row.document),
    cents: row.cents,
    pdfHash: row.pdf_hash,
    linkHash: row.link_hash,
    expiresAt: row.expires_at,
    acceptedAt: row.accepted_at,
    acceptedName: row.accepted_name,
    withdrawnAt: row.withdrawn_at,
    withdrawnReason: row.withdrawn_reason,
  };
}
