import { isAdDesk } from '#core/actor.ts';
import type { FindDayLines } from '#http/declared.ts';

/** Orders listed. */
const MOST = 20;

/** The ads that begin on these days. */
export const findDayLines: FindDayLines = async (deps, member, { from, before }) => {
  if (!isAdDesk(member)) return [];
  const rows = await deps.db.read
    .selectFrom('ad_order')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select(['ad_order.id', 'ad_order.reference', 'ad_order.starts_on', 'advertiser.name'])
    .where('ad_order.state', 'in', ['booked', 'running'])
    .where('ad_order.starts_on', '>=', from)
    .where('ad_order.starts_on', '<', before)
    .orderBy('ad_order.starts_on')
    .orderBy('ad_order.id')
    .limit(MOST)
    .execute();
  return rows.map(({ id, reference, starts_on: at, name }) => ({
    at,
    what: 'Ad begins',
    title: `${name}, ${reference}`,
    path: `/newsroom/ads/${id}`,
  }));
};
