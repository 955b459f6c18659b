import { sql } from 'kysely';
import { type AdFile, adFilesOf } from '#ads/creatives/ad-files.ts';
import { issueSpan } from '#core/issue.ts';
import type { Tx } from '#db/database.ts';

/** An ad that readers see now: an accepted creative of a run that has started and not ended. */
export type RunningAd = {
  place: string;
  orderId: string;
  advertiser: string;
  /** Whether the order is the sponsorship of an issue. */
  isSponsor: boolean;
  /** The image in each stored width, narrowest first. */
  files: AdFile[];
  alt: string;
  url: string;
};

/** The ad at an exclusive place; null when none runs. */
export async function findRunningAd(tx: Tx, place: 'homepage-band' | 'in-article'): Promise<RunningAd | null> {
  const row = await running(tx).where('ad_run.place', '=', place).limit(1).executeTakeFirst();
  return row ? runningOf(row) : null;
}

/** The sponsor of the current issue, even when none of its ads is shown; null when there is no sponsor. */
export async function findSponsor(tx: Tx): Promise<string | null> {
  const row = await tx
    .selectFrom('ad_order')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select('advertiser.name')
    .where('ad_order.state', '=', 'running')
    .where('ad_order.unit', '=', 'issue-sponsorship')
    .limit(1)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The sponsor of an issue (`2026-Q4`), from the day on which its first ad starts, even while no ad is shown; null without a sponsor. */
export async function findSponsorOf(tx: Tx, issue: string): Promise<string | null> {
  const row = await tx
    .selectFrom('ad_order')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select('advertiser.name')
    .where('ad_order.unit', '=', 'issue-sponsorship')
    .where('ad_order.starts_on', '>=', issueSpan(issue).startsOn)
    .where('ad_order.starts_on', '<=', issueSpan(issue).endsOn)
    .where((is) =>
      is.or([
        is('ad_order.state', 'in', ['running', 'ran', 'closed']),
        is.and([is('ad_order.state', '=', 'booked'), is.exists(startedRun(tx))]),
      ]),
    )
    .orderBy('ad_order.id')
    .limit(1)
    .executeTakeFirst();
  return row?.name ?? null;
}

function startedRun(tx: Tx) {
  return tx
    .selectFrom('ad_run')
    .select('ad_run.place')
    .whereRef('ad_run.order_id', '=', sql.ref('ad_order.id'))
    .where('ad_run.started_at', 'is not', null);
}

/** The running logos of the supplier directory, by order id. */
export async function listLogos(tx: Tx, orderIds: readonly string[]): Promise<Map<string, RunningAd>> {
  if (orderIds.length === 0) return new Map();
  const rows = await running(tx)
    .where('ad_run.place', '=', 'directory-logo')
    .where('ad_run.order_id', 'in', orderIds)
    .execute();
  return new Map(rows.flatMap((row) => runningOf(row) ?? []).map((ad) => [ad.orderId, ad]));
}

function running(tx: Tx) {
  return tx
    .selectFrom('ad_run')
    .innerJoin('creative', (on) =>
      on.onRef('creative.order_id', '=', 'ad_run.order_id').onRef('creative.kind', '=', 'ad_run.place'),
    )
    .innerJoin('ad_order', 'ad_order.id', 'ad_run.order_id')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .select(['ad_run.place', 'ad_run.order_id', 'ad_order.unit', 'advertiser.name'])
    .select(['creative.files', 'creative.alt', 'creative.url'])
    .where('ad_run.started_at', 'is not', null)
    .where('ad_run.ended_at', 'is', null)
    .where('creative.state', '=', 'accepted')
    .orderBy('ad_run.started_at')
    .orderBy('ad_run.order_id');
}

type Row = Awaited<ReturnType<ReturnType<typeof running>['execute']>>[number];

function runningOf({ place, order_id, unit, name, files, alt, url }: Row): RunningAd | null {
  const shown = adFilesOf(JSON.parse(files));
  if (shown.length === 0 || url === null) return null;
  return {
    place,
    orderId: order_id,
    advertiser: name,
    isSponsor: unit === 'issue-sponsorship',
    files: shown,
    alt,
    url,
  };
}
