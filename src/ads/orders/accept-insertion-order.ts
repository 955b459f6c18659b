import * as z from 'zod';
import type { Advertiser } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { formatAmount } from '#core/money.ts';
import { hashSecret } from '#core/secret.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { type Email, SECRET_HERE } from '#runtime/mail/outbox.ts';
import { mailBoth } from './emails.ts';
import { isUpToDate } from './insertion-order-document.ts';
import {
  CAN_AGREE,
  findInsertionOrder,
  type InsertionOrder,
  requireAgreeable,
  secretOf,
  toInsertionOrder,
} from './insertion-orders.ts';
import { findInvoiceOf } from './invoices.ts';
import { type AdDeskSettings, getOrder, lockOrder, type Order } from './orders.ts';

/** Whether an insertion order can be accepted, or why not any more. */
export type InsertionOrderState = 'open' | 'accepted' | 'withdrawn' | 'expired' | 'changed' | 'ended';

export const acceptanceSchema = z.strictObject({
  name: text({ min: 2, max: 120 }),
  /** The SHA-256 of the PDF that the page showed. */
  pdf: z.string().max(64),
  maySign: z.literal('yes', { error: 'must be ticked' }),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** The insertion order behind a link, with its state; null for an unknown secret. */
export async function findByLink(
  deps: Deps,
  tx: Tx,
  secret: string,
): Promise<(InsertionOrder & { state: InsertionOrderState }) | null> {
  const row = await tx
    .selectFrom('insertion_order')
    .selectAll()
    .where('link_hash', '=', hashSecret(secret))
    .executeTakeFirst();
  if (!row) return null;
  const insertionOrder = toInsertionOrder(row);
  return {
    ...insertionOrder,
    state: await stateOf(deps, tx, insertionOrder, await getOrder(tx, insertionOrder.orderId)),
  };
}

export async function stateOf(
  deps: Deps,
  tx: Tx,
  insertionOrder: InsertionOrder,
  order: Order,
): Promise<InsertionOrderState> {
  if (insertionOrder.acceptedAt !== null) return 'accepted';
  if (insertionOrder.withdrawnAt !== null) return 'withdrawn';
  if (!CAN_AGREE.includes(order.state)) return 'ended';
  if (now(deps) > insertionOrder.expiresAt) return 'expired';
  const isInvoiced = (await findInvoiceOf(tx, order.id)) !== null;
  return isInvoiced || !isUpToDate(insertionOrder.document, order) ? 'changed' : 'open';
}

/**
 * The advertiser accepts the insertion order behind a link. The order gets its rate; the journal keeps the typed name and the
 * SHA-256 of the PDF.
 * @throws not_found, already_done (accepted, withdrawn, expired, or the order has changed), validation_failed (another PDF)
 */
export async function acceptInsertionOrder(
  deps: Deps,
  site: AdDeskSettings,
  secret: string,
  { name, pdf }: Omit<Acceptance, 'maySign'>,
): Promise<InsertionOrder> {
  return deps.db.write(async (tx) => {
    const linked = await findByLink(deps, tx, secret);
    if (!linked)
      throw new Failure('not_found', 'This link leads to no insertion order.', { hint: 'Look at the email.' });
    await lockOrder(tx, linked.orderId);
    const { number, state, cents, pdfHash, orderId } = (await findByLink(deps, tx, secret)) ?? linked;
    if (state !== 'open') throw notOpen(number, state, site);
    if (pdf !== pdfHash)
      throw new Failure('validation_failed', 'This page shows another document than the one that is stored.', {
        hint: 'Open the link again, read the insertion order, then accept it.',
      });
    const order = await getOrder(tx, orderId);
    await requireAgreeable(tx, order);
    const at = now(deps);
    const row = tx.updateTable('insertion_order').set({ accepted_at: at, accepted_name: name });
    await row.where('number', '=', number).execute();
    await setRate(tx, order, { number, cents, at });
    const by: Advertiser = { kind: 'advertiser', id: order.advertiserId, name };
    await writeJournal(deps, tx, by, {
      act: 'ad.insertion_order_accepted',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, insertionOrder: number, cents, name, pdf: pdfHash },
    });
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.agreed',
      name: number,
      text: `Insertion order ${number} was accepted on ${at.slice(0, 10)} at ${at.slice(11, 16)} (UTC) under the name ${name}. The rate is ${formatAmount(cents, order.currency)} without tax. SHA-256 of the accepted PDF, which is attached: ${pdfHash}`,
      attachment: `insertion order ${number}`,
    });
    return findInsertionOrder(tx, number);
  });
}

async function setRate(tx: Tx, { id }: Order, { number, cents, at }: { number: string; cents: number; at: string }) {
  await tx
    .updateTable('ad_order')
    .set({
      rate: 'insertion order',
      insertion_order: number,
      insertion_signed_on: at.slice(0, 10),
      cents,
      changed_at: at,
    })
    .where('id', '=', id)
    .execute();
}

const CLOSED: Record<Exclude<InsertionOrderState, 'open'>, string> = {
  accepted: 'has been accepted already',
  withdrawn: 'was withdrawn',
  expired: 'can no longer be accepted: its last day has passed',
  changed: 'no longer fits the order, which has changed',
  ended: 'belongs to an order that has ended',
};

function notOpen(number: string, state: Exclude<InsertionOrderState, 'open'>, { adDesk }: AdDeskSettings): Failure {
  return new Failure('already_done', `Insertion order ${number} ${CLOSED[state]}.`, {
    hint: state === 'accepted' ? 'No action is needed.' : `Write to ${adDesk} if you want a new one.`,
  });
}

/** Puts the secret into the link of an email; null when the insertion order can no longer be accepted. */
export async function addInsertionOrderSecret(deps: Deps, { text, linkHash = '' }: Email): Promise<string | null> {
  const row = await deps.db.read
    .selectFrom('insertion_order')
    .select('number')
    .where('link_hash', '=', linkHash)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  const secret = row && secretOf(deps, row.number);
  return secret && hashSecret(secret) === linkHash ? text.replaceAll(SECRET_HERE, () => secret) : null;
}

/** The kind of email that has the link. */
export const WITH_INSERTION_ORDER_LINK = 'ad.insertion_order';
