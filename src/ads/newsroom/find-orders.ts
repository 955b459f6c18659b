import type { OrderState } from '#ads/orders/orders.ts';
import { isAdDesk } from '#core/actor.ts';
import { foldForSearch } from '#core/tokenize.ts';
import type { FindThings } from '#http/declared.ts';
import { STATE_LABELS } from './ad-labels.ts';

/** Orders found, and the latest orders that are searched. */
const MOST = 6;
const MOST_READ = 1000;

/** Orders by advertiser and reference, the last changed first. */
export const findThings: FindThings = async (deps, member, words) => {
  if (!isAdDesk(member) || words.length === 0) return [];
  const rows = await deps.db.read
    .selectFrom('ad_order')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select(['ad_order.id', 'ad_order.reference', 'ad_order.state', 'ad_order.starts_on', 'advertiser.name'])
    .orderBy('ad_order.changed_at', 'desc')
    .orderBy('ad_order.id')
    .limit(MOST_READ)
    .execute();
  return rows
    .filter(({ name, reference }) => {
      const own = foldForSearch(`order ${name} ${reference}`).split(' ');
      return words.every((word) => own.some((part) => part.startsWith(word)));
    })
    .slice(0, MOST)
    .map((row) => ({
      kind: 'Orders',
      text: `${row.name}, ${row.reference}`,
      detail: `${STATE_LABELS[row.state as OrderState].name}, from ${row.starts_on}`,
      path: `/newsroom/ads/${row.id}`,
    }));
};
