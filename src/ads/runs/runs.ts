import { type Actor, requireAdDesk } from '#core/actor.ts';
import type { DayRange } from '#core/issue.ts';
import type { Tx } from '#db/database.ts';

/** An order at one place: its booked days, the time it ran from `startedAt` to `endedAt`, and its current problem in `trouble`. */
export type Run = DayRange & {
  place: string;
  startedAt: string | null;
  endedAt: string | null;
  missedAt: string | null;
  trouble: string | null;
};

/** The runs of an order, by place. */
export async function listRuns(tx: Tx, orderId: string): Promise<Run[]> {
  return runs(tx).where('ad_run.order_id', '=', orderId).orderBy('place').execute();
}

export type BookedRun = Run & { orderId: string; advertiser: string; reference: string };

/** The booked runs in a range of days, by place and first day. @throws forbidden */
export async function listBookedRuns(tx: Tx, actor: Actor, { startsOn, endsOn }: DayRange): Promise<BookedRun[]> {
  requireAdDesk(actor, 'see who holds which days');
  return runs(tx)
    .innerJoin('ad_order', 'ad_order.id', 'ad_run.order_id')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select(['ad_order.id as orderId', 'advertiser.name as advertiser', 'ad_order.reference'])
    .where('ad_run.starts_on', '<=', endsOn)
    .where('ad_run.ends_on', '>=', startsOn)
    .where('ad_order.state', '<>', 'cancelled')
    .orderBy('place')
    .orderBy('startsOn')
    .limit(1000)
    .execute();
}

function runs(tx: Tx) {
  return tx
    .selectFrom('ad_run')
    .select(['place', 'ad_run.starts_on as startsOn', 'ad_run.ends_on as endsOn'])
    .select(['started_at as startedAt', 'ended_at as endedAt', 'missed_at as missedAt'])
    .select('ad_run.trouble');
}

/** Whether an ad of an order has started to run at any place. */
export async function hasStarted(tx: Tx, orderId: string): Promise<boolean> {
  return (await listRuns(tx, orderId)).some(({ startedAt }) => startedAt !== null);
}

/** The published articles that can show an ad: custom pages carry none. */
export function liveArticles(tx: Tx) {
  return tx
    .selectFrom('article')
    .select('article.id')
    .where('article.live_revision', 'is not', null)
    .where('article.live_section', '<>', 'pages');
}
