import { addDays } from '#ads/catalog/ad-calendar.ts';
import { type Actor, type Advertiser, nameOf } from '#core/actor.ts';
import { hashSecret, hmacSecret } from '#core/secret.ts';
import { isDbError } from '#db/connection/db-errors.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import type { Email } from '#runtime/mail/outbox.ts';
import type { Order } from './orders.ts';

// The link of an order, for its advertiser. Its secret is derived from the id of the link by the key of the site, so the
// database alone holds none, and emails and editors can show the link again. The row keeps the hash.

/** Days that a link works after the last day of its order. */
const AFTER_END = 90;
/** A visit is recorded at most once in this many seconds. */
const SEEN_EVERY = 60;

/** In the text of an email: the secret of the order's open link. The line goes away when the order has none. */
export const ORDER_SECRET = '{order-secret}';

export function orderUrl(baseUrl: string, secret: string): string {
  return `${baseUrl}/advertise/orders/${secret}`;
}

export type OrderLink = { id: string; orderId: string; madeAt: string; expiresAt: string; seenAt: string | null };

/** Makes the link of an order, in the caller's transaction; an earlier one ends. Returns its id. */
export async function createOrderLink(deps: Deps, tx: Tx, actor: Actor | Advertiser, order: Order): Promise<string> {
  await endOrderLink(deps, tx, order.id);
  const id = deps.newId();
  await tx
    .insertInto('ad_link')
    .values({
      id,
      order_id: order.id,
      link_hash: hashSecret(secretOf(deps, id)),
      made_at: now(deps),
      made_by_name: nameOf(actor),
      expires_at: expiryOf(order),
    })
    .execute();
  return id;
}

/** Ends the link of an order; returns whether it had one. */
export async function endOrderLink(deps: Deps, tx: Tx, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ad_link')
    .set({ revoked_at: now(deps) })
    .where('order_id', '=', orderId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets the link of an order with other days work until its usual end. */
export async function moveLinkExpiry(tx: Tx, order: Order): Promise<void> {
  await tx
    .updateTable('ad_link')
    .set({ expires_at: expiryOf(order) })
    .where('order_id', '=', order.id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** The link with this secret; null when it is unknown, revoked or expired. */
export async function findOrderLink(deps: Deps, tx: Tx, secret: string): Promise<OrderLink | null> {
  const row = await openLinks(deps, tx).where('link_hash', '=', hashSecret(secret)).executeTakeFirst();
  return row ?? null;
}

/** The open link of an order with its secret; null when it has none. */
export async function readOrderLink(
  deps: Deps,
  tx: Tx,
  orderId: string,
): Promise<(OrderLink & { secret: string }) | null> {
  const row = await openLinks(deps, tx).where('order_id', '=', orderId).executeTakeFirst();
  return row ? { ...row, secret: secretOf(deps, row.id) } : null;
}

/** Records a visit, at most once a minute. A database that cannot be written does not stop the page. */
export async function recordLinkVisit(deps: Deps, { id, seenAt }: OrderLink): Promise<void> {
  if (seenAt !== null && seenAt > inSeconds(deps, -SEEN_EVERY)) return;
  const seen = { seen_at: now(deps) };
  try {
    await deps.db.write((tx) => tx.updateTable('ad_link').set(seen).where('id', '=', id).execute());
  } catch (error) {
    if (!isDbError(error)) throw error;
  }
}

/** Puts the open link of its order into the text of an email, or takes off the line that would have it. */
export async function addOrderLink(deps: Deps, { text, orderId }: Email): Promise<string> {
  if (orderId === undefined || !text.includes(ORDER_SECRET)) return text;
  const link = await readOrderLink(deps, deps.db.read, orderId);
  if (link) return text.replace(ORDER_SECRET, () => link.secret);
  return text
    .split('\n')
    .filter((line) => !line.includes(ORDER_SECRET))
    .join('\n');
}

function openLinks(deps: Deps, tx: Tx) {
  return tx
    .selectFrom('ad_link')
    .select(['id', 'order_id as orderId', 'made_at as madeAt', 'expires_at as expiresAt', 'seen_at as seenAt'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now(deps));
}

/** 256 bits. */
function secretOf(deps: Deps, id: string): string {
  return hmacSecret(deps.key, `ad order link ${id}`);
}

function expiryOf({ endsOn }: Order): string {
  return `${addDays(endsOn, AFTER_END)}T23:59:59.999Z`;
}
