import { SYSTEM } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../runtime/deps.ts';
import { mailBoth } from './emails.ts';
import { type AdHouse, getOrder, transitionOrder } from './orders.ts';

/**
 * An order that ran has run when none of its parts goes on or can still begin; one of which
 * nothing ran stays booked, with its warning.
 */
export async function finishOrder(deps: Deps, tx: Tx, site: AdHouse, orderId: string, today: string): Promise<void> {
  const { state } = await getOrder(tx, orderId);
  if (state !== 'running' || (await isStillToRun(tx, orderId, today))) return;
  const order = await transitionOrder(deps, tx, SYSTEM, orderId, { from: ['running'], to: 'ran', act: 'ad.ran' });
  const text =
    order.unit === 'custom-programs'
      ? 'The last day of your custom program has passed.'
      : 'The last day of your ad has passed and it is shown no more. The signed proof of where it was seen and when follows.';
  await mailBoth(deps, tx, site, order, { about: 'ad.ran', subject: 'Your run has ended', text });
}

/** Whether any part of an order runs, or can still start. */
async function isStillToRun(tx: Tx, orderId: string, today: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ad_run')
    .select('place')
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .where('missed_at', 'is', null)
    .where((is) => is.or([is('started_at', 'is not', null), is('ends_on', '>=', today)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
