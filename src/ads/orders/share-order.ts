import { type Actor, requireAdDesk } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { dayIn } from '#core/wall-time.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { mailBoth } from './emails.ts';
import { createOrderLink, endOrderLink, readOrderLink } from './order-links.ts';
import { type AdDeskSettings, getOrder, lockOrder, type Order } from './orders.ts';

/**
 * Makes a new link for the advertiser of an order and emails it; an earlier link ends.
 * @throws forbidden (writers and agents), not_found, validation_failed (the order ended too long ago)
 */
export async function shareOrder(deps: Deps, actor: Actor, site: AdDeskSettings, orderId: string): Promise<Order> {
  requireAdDesk(actor, 'give an advertiser a link');
  return deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    const link = await createOrderLink(deps, tx, actor, order);
    const made = await readOrderLink(deps, tx, order.id);
    if (!made || made.expiresAt <= now(deps))
      throw new Failure('validation_failed', 'The order ended too long ago for a link.', {
        hint: 'Send its documents by email.',
      });
    await writeJournal(deps, tx, actor, {
      act: 'ad.link_made',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference, link, until: made.expiresAt.slice(0, 10) },
    });
    await mailBoth(deps, tx, site, {
      order,
      about: 'ad.link',
      text: `The link below opens the page of your order. You can send files there, and get the invoice and the proof of performance. The link works until ${dayIn(made.expiresAt, site.timeZone)}; an earlier one no longer works.`,
    });
    return order;
  });
}

/** Ends the link of an order. @throws forbidden (writers and agents), not_found, already_done (no link) */
export async function unshareOrder(deps: Deps, actor: Actor, orderId: string): Promise<void> {
  requireAdDesk(actor, 'end an advertiser’s link');
  await deps.db.write(async (tx) => {
    await lockOrder(tx, orderId.toLowerCase());
    const order = await getOrder(tx, orderId);
    if (!(await endOrderLink(deps, tx, order.id)))
      throw new Failure('already_done', 'This order has no link.', { hint: 'No action is needed.' });
    await writeJournal(deps, tx, actor, {
      act: 'ad.link_revoked',
      subject: { kind: 'ad order', id: order.id },
      detail: { reference: order.reference },
    });
  });
}
