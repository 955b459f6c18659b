import { type Actor, requireEditorial } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import type { Span } from '../catalog/ad-calendar.ts';

/** An order at one place: planned for its days, switched on from `startedAt` to `endedAt`; `trouble` says what is wrong with it now. */
export type Run = Span & {
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

export type HeldRun = Run & { orderId: string; advertiser: string; reference: string };

/** What is held in some days, by place and first day. @throws forbidden */
export async function listHeld(tx: Tx, actor: Actor, { startsOn, endsOn }: Span): Promise<HeldRun[]> {
  requireEditorial(actor, 'see who holds which days');
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
