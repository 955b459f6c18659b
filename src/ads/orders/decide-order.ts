import type { AdvertisingCatalog } from '#ads/catalog/catalog-schema.ts';
import { type Actor, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { mailBoth } from './emails.ts';
import { type AdDeskSettings, getOrder, type Order, transitionOrder } from './orders.ts';

/** What an editor must check before an ad is accepted. Every line must be ticked. */
export const CHECKLIST = [
  { id: 'label', words: 'No creative has a look-alike label, or looks like one of our articles.' },
  { id: 'safe-area', words: 'Type and logos stay inside the safe area.' },
  { id: 'still', words: 'Nothing is animated, and nothing asks readers to play, scan or sign in.' },
  { id: 'address', words: 'I opened each address: it leads to the advertiser, over https, without tracking.' },
  { id: 'claims', words: 'It states nothing that we know to be false, and nothing about our coverage.' },
  { id: 'category', words: 'The product category is the right one.' },
] as const;

/**
 * Accepts an order with all its creatives, after the editor ticked every line of the checklist. Nothing runs yet.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed (a line not ticked, a creative missing)
 */
export async function acceptOrder(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { catalog, orderId, ticked }: { catalog: AdvertisingCatalog; orderId: string; ticked: readonly string[] },
): Promise<Order> {
  requireEditorial(actor, 'accept an ad');
  requireAllTicked(ticked);
  return deps.db.write(async (tx) => {
    const { unit } = await getOrder(tx, orderId);
    const needed = catalog.units.find((candidate) => candidate.id === unit)?.creativeIds ?? [];
    const order = await transitionOrder(deps, tx, actor, {
      orderId,
      from: needed.length === 0 ? ['inquiry'] : ['creative in'],
      to: 'accepted',
      act: 'ad.accepted',
      set: { checklist: JSON.stringify(ticked) },
      detail: { checklist: ticked },
    });
    await requireCreatives(tx, order, needed);
    await acceptCreatives(deps, tx, actor, order);
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.accepted',
      text: 'An editor has accepted your ad. Next you get the invoice; then the flight is booked. We take no payment online.',
    });
    return order;
  });
}

/**
 * Refuses an order. The advertiser gets the reason by email.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed (no reason)
 */
export async function refuseOrder(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<Order> {
  requireEditorial(actor, 'refuse an ad');
  if (reason === '') throw new Failure('validation_failed', 'A refusal needs a reason.', { hint: 'Write one.' });
  return deps.db.write(async (tx) => {
    const order = await transitionOrder(deps, tx, actor, {
      orderId,
      from: ['inquiry', 'creative in'],
      to: 'refused',
      act: 'ad.refused',
      set: { reason },
      detail: { reason },
    });
    const text = `An editor has not accepted your ad. You pay nothing. The reason:\n\n${reason}`;
    await mailBoth(deps, tx, site, { order, about: 'ad.refused', text });
    return order;
  });
}

export function requireAllTicked(ticked: readonly string[]): void {
  const left = CHECKLIST.filter(({ id }) => !ticked.includes(id));
  if (left.length === 0) return;
  throw new Failure('validation_failed', `Not ticked: ${left.map(({ words }) => words).join(' ')}`, {
    hint: 'Look at each creative, then tick every line, or refuse the ad.',
  });
}

/** Accepts the waiting creatives of an order and withdraws the ones they replace. */
export async function acceptCreatives(deps: Deps, tx: Tx, actor: Actor, { id }: Order): Promise<void> {
  const at = now(deps);
  const waiting = await tx
    .selectFrom('creative')
    .select('kind')
    .where('order_id', '=', id)
    .where('state', '=', 'in')
    .execute();
  if (waiting.length === 0) return;
  await tx
    .updateTable('creative')
    .set({ state: 'withdrawn', withdrawn_at: at, withdrawn_reason: 'Another file replaced it.' })
    .where('order_id', '=', id)
    .where('state', '=', 'accepted')
    .where(
      'kind',
      'in',
      waiting.map(({ kind }) => kind),
    )
    .execute();
  await tx
    .updateTable('creative')
    .set({ state: 'accepted', decided_at: at, decided_by_name: nameOf(actor) })
    .where('order_id', '=', id)
    .where('state', '=', 'in')
    .execute();
}

async function requireCreatives(tx: Tx, order: Order, needed: readonly string[]): Promise<void> {
  const missing = await missingCreatives(tx, order, needed);
  if (missing.length === 0) return;
  throw new Failure('validation_failed', `Order ${order.reference} lacks a creative: ${missing.join(', ')}.`, {
    hint: 'Add the files of the advertiser first.',
  });
}

/** The needed kinds for which no creative waits or is accepted. */
export async function missingCreatives(tx: Tx, { id }: Order, needed: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('creative')
    .select('kind')
    .where('order_id', '=', id)
    .where('state', 'in', ['in', 'accepted'])
    .execute();
  return needed.filter((kind) => !rows.some((row) => row.kind === kind));
}
