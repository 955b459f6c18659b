import type { BriefContent } from '#brief/issues/brief-record.ts';
import { findWithdrawal } from '#brief/issues/material.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { countDeliveries, type DeliveryCounts } from './delivery.ts';
import { holdIfOpen } from './start-send.ts';

// The ad of a brief of which a part was sent: its creative can be withdrawn in the middle. The rest waits until an editor
// releases the brief, and then goes out without the ad.

/** What the rest of a brief says; null when it was held because its ad was withdrawn. */
export async function contentOfRest(deps: Deps, content: BriefContent): Promise<BriefContent | null> {
  const { day, sponsor } = content;
  const withdrawnAt = sponsor && (await findWithdrawal(deps.db.read, sponsor.creativeId));
  if (!sponsor || withdrawnAt === null) return content;
  const { state, released_at: releasedAt } = await deps.db.read
    .selectFrom('brief')
    .select(['state', 'released_at'])
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  if (state === 'sent' || (releasedAt ?? '') > withdrawnAt) return { ...content, sponsor: null };
  const { accepted } = await countDeliveries(deps.db.read, day);
  const had = accepted === 1 ? '1 email had it' : `${accepted} emails had it`;
  await holdIfOpen(
    deps,
    day,
    `The ad of ${sponsor.name} was withdrawn while the brief was being sent, and ${had}. If you resume the brief, everybody else gets it without the ad.`,
  );
  return null;
}

/** Deliveries by state at the end of a send; `withAd` only when some had no ad: at least so many accepted ones had it. */
export type FinalCounts = DeliveryCounts & { withAd?: number };

/** An email that was accepted before the ad was withdrawn had it. */
export async function countWithAd(tx: Tx, { day, sponsor }: BriefContent): Promise<{ withAd?: number }> {
  const withdrawnAt = sponsor && (await findWithdrawal(tx, sponsor.creativeId));
  if (withdrawnAt === null) return {};
  const row = await tx
    .selectFrom('brief_delivery')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('brief_day', '=', day)
    .where('state', '=', 'accepted')
    .where('ended_at', '<=', withdrawnAt)
    .executeTakeFirst();
  return { withAd: Number(row?.n ?? 0) };
}
