import { isAdDesk, isEditorial } from '#core/actor.ts';
import type { FindWaiting, WaitingItem } from '#http/declared.ts';

/** Orders listed. */
const MOST = 10;

/** The orders whose creatives came in, for editors, who accept them; and those that something went wrong with. */
export const findWaiting: FindWaiting = async (deps, member) => {
  if (!isAdDesk(member)) return [];
  const orders = deps.db.read
    .selectFrom('ad_order')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select(['ad_order.id', 'ad_order.reference', 'ad_order.starts_on', 'ad_order.trouble', 'ad_order.booking_refused'])
    .select('advertiser.name')
    .orderBy('ad_order.changed_at', 'desc')
    .orderBy('ad_order.id')
    .limit(MOST);
  const toAccept = isEditorial(member) ? await orders.where('ad_order.state', '=', 'creative in').execute() : [];
  const failed = await orders
    .where('ad_order.state', 'in', ['invoiced', 'booked', 'running'])
    .where((is) => is.or([is('ad_order.trouble', 'is not', null), is('ad_order.booking_refused', 'is not', null)]))
    .execute();
  return [
    ...toAccept.map(
      (order): WaitingItem => ({
        at: ORDERS,
        title: `${order.name}, ${order.reference}`,
        facts: `Its creatives came in. It is to start on ${order.starts_on}.`,
        act: { text: 'Accept or refuse', path: `${ORDERS}/${order.id}` },
      }),
    ),
    ...failed.map(
      (order): WaitingItem => ({
        at: ORDERS,
        isFailure: true,
        title: `${order.name}, ${order.reference}`,
        facts: order.trouble ?? order.booking_refused ?? '',
        act: { text: 'See why', path: `${ORDERS}/${order.id}` },
      }),
    ),
  ];
};

const ORDERS = '/newsroom/ads';
