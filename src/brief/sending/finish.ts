import type { BriefContent } from '#brief/issues/brief-record.ts';
import { markSent } from '#brief/issues/plan.ts';
import { SYSTEM } from '#core/actor.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { pauseSend } from './breaker.ts';
import { countDeliveries, type DeliveryCounts, totalOf, UNFINISHED } from './delivery.ts';
import { countWithAd, type FinalCounts } from './sponsor.ts';
import { holdIfOpen } from './start-send.ts';

/** Days for which it is stored who got a brief; after that only counts are. */
export const KEEP_DAYS = 90;

/** Holds a brief whose deliveries are not as many as were frozen. Returns whether they are. */
export async function requireWhole(deps: Deps, day: string): Promise<boolean> {
  const { read } = deps.db;
  const send = await read.selectFrom('brief_send').select('audience').where('brief_day', '=', day).executeTakeFirst();
  const count = totalOf(await countDeliveries(read, day));
  if (send?.audience === count) return true;
  await holdIfOpen(deps, day, `It has ${count} deliveries, and began with ${send?.audience}. Ask the operator.`);
  return false;
}

/**
 * Ends a send of which nothing is left to do: stores its counts and the hash of its HTML, and marks the brief as sent. Uncertain
 * deliveries are left to an editor. A brief that nobody got is not sent: it is held.
 */
export async function finishSend(
  deps: Deps,
  content: BriefContent,
  { baseUrl, hashHtml }: { baseUrl: string; hashHtml: () => Promise<string> },
): Promise<boolean> {
  const { day } = content;
  const counts: FinalCounts = await countDeliveries(deps.db.read, day);
  if (UNFINISHED.some((state) => counts[state] > 0)) return false;
  if (!(await requireWhole(deps, day))) return false;
  if (isNowhere(counts)) {
    await pauseSend(deps, day, nobodyGotIt(counts), baseUrl);
    return false;
  }
  Object.assign(counts, await countWithAd(deps.db.read, content));
  const at = now(deps);
  const htmlHash = await hashHtml();
  const brief = await deps.db.write(async (tx) => {
    await tx
      .updateTable('brief_send')
      .set(({ fn, val }) => ({
        counts: JSON.stringify(counts),
        ended_at: fn.coalesce('ended_at', val(at)),
        html_hash: htmlHash,
        trouble: null,
      }))
      .where('brief_day', '=', day)
      .execute();
    return tx.selectFrom('brief').select('state').where('day', '=', day).executeTakeFirst();
  });
  if (brief?.state === 'sending') await markSent(deps, SYSTEM, day, at);
  return true;
}

/** Whether surely nobody got the brief: nothing was accepted, and nothing is uncertain. */
export function isNowhere({ accepted, uncertain }: DeliveryCounts): boolean {
  return accepted + uncertain === 0;
}

function nobodyGotIt(counts: DeliveryCounts): string {
  const { refused } = counts;
  if (refused === 0) return 'Nobody was left to send it to: every subscriber has left the list.';
  return `No mail server accepted an email: ${refused} of ${totalOf(counts)} were refused. Look at the reply codes and at the page Mail domain, then send it again.`;
}

/** Deletes who got the briefs of more than 90 days ago; their counts stay. */
export async function deleteOldDeliveries(deps: Deps): Promise<void> {
  const old = await deps.db.read
    .selectFrom('brief_send')
    .select(['brief_day', 'counts'])
    .where('ended_at', '<', inSeconds(deps, -KEEP_DAYS * 86_400))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('brief_delivery').select('state').whereRef('brief_delivery.brief_day', '=', 'brief_send.brief_day'),
      ),
    )
    .limit(10)
    .execute();
  for (const { brief_day: day, counts: before } of old)
    await deps.db.write(async (tx) => {
      const counts: FinalCounts = { ...JSON.parse(before ?? '{}'), ...(await countDeliveries(tx, day)) };
      await tx
        .updateTable('brief_send')
        .set({ counts: JSON.stringify(counts) })
        .where('brief_day', '=', day)
        .execute();
      await tx.deleteFrom('brief_delivery').where('brief_day', '=', day).execute();
    });
}
