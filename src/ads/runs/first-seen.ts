import { SYSTEM } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../runtime/deps.ts';
import { mailBoth } from '../orders/emails.ts';
import { type AdHouse, getOrder, holdOrder, transitionOrder } from '../orders/orders.ts';

type Seen = { orderId: string; place: string; path: string; sha256: string; at: string };

/** An order runs from the first page that was seen with its creative; the advertiser is then told which page that was. */
export async function noteFirstSeen(deps: Deps, tx: Tx, site: AdHouse, seen: Seen): Promise<void> {
  const { orderId, place, path, sha256, at } = seen;
  await holdOrder(tx, orderId);
  const order = await getOrder(tx, orderId);
  if (order.state !== 'booked') return;
  await transitionOrder(deps, tx, SYSTEM, orderId, {
    from: ['booked'],
    to: 'running',
    act: 'ad.running',
    detail: { place, path, sha256, at },
  });
  await mailBoth(deps, tx, site, order, {
    about: 'ad.running',
    subject: 'Your ad runs',
    text: `Your ad is shown under its label. Our service saw it at ${at.slice(0, 16).replace('T', ' ')} UTC on ${site.baseUrl}${path}. It looks again about every minute. We do not track readers. After the run you get a signed proof.`,
  });
}
