import type { AdDeskSettings } from '#ads/orders/orders.ts';
import { SYSTEM } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import {
  findSlotOrder,
  insertSend,
  readSiteDeliveries,
  type Send,
  type SiteDeliveries,
  wasAcceptedByNobody,
} from './sends.ts';

// The Field Briefs that this site sent. The ad desk follows the archive: nobody types in such a send.

/** The most sends recorded in one round. */
const AT_ONCE = 50;

/** What the record of such a send says about how it was sent. */
const NOTE = 'Sent by this site to its subscribers.';

type UnrecordedSend = { day: string; sentAt: string; orderId: string | null; creativeHash: string | null };

/**
 * Records each brief that this site has sent, with the ad that was in it: the ad of the sent revision, whatever was accepted or
 * withdrawn since. This is the run of that ad, and its advertiser gets an email.
 */
export async function recordSiteSends(deps: Deps, site: AdDeskSettings): Promise<void> {
  for (const { day } of await unrecorded(deps.db.read).select('brief.day').limit(AT_ONCE).execute()) {
    try {
      await deps.db.write((tx) => recordSiteSend(deps, tx, site, day));
    } catch (error) {
      if (!isUniqueError(error)) throw error; // another process recorded it at the same time
    }
  }
}

async function recordSiteSend(deps: Deps, tx: Tx, site: AdDeskSettings, day: string): Promise<void> {
  const unrecordedSend = await readUnrecorded(tx, day);
  if (!unrecordedSend) return; // another process recorded it
  const isNowhere = await wasAcceptedByNobody(tx, day);
  const send: Send = {
    ...unrecordedSend,
    ...(isNowhere && { creativeHash: null }),
    note: NOTE,
    notedAt: now(deps),
    notedBy: SYSTEM.name,
  };
  await insertSend(deps, tx, SYSTEM, { site, send, text: emailOf(site, send, await readSiteDeliveries(tx, day)) });
}

function emailOf({ baseUrl }: AdDeskSettings, { day, sentAt }: Send, deliveries: SiteDeliveries | null): string {
  const least = deliveries?.acceptedAtLeast ?? 0;
  const count = deliveries ? ` to ${least > 0 ? `at least ${least}` : 'fewer than 10'} subscribers` : '';
  return `The Field Brief of ${day} was sent with your ad${count} at ${sentAt.slice(0, 16).replace('T', ' ')} UTC. The brief is in our archive: ${baseUrl}/brief/${day}

We do not track readers. The proof of performance has the record of the send.`;
}

/** Sent briefs without a recorded send. */
function unrecorded(tx: Tx) {
  return tx
    .selectFrom('brief')
    .where('brief.sent_at', 'is not', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('field_brief_send')
            .select('field_brief_send.day')
            .whereRef('field_brief_send.day', '=', 'brief.day'),
        ),
      ),
    )
    .orderBy('brief.day');
}

async function readUnrecorded(tx: Tx, day: string): Promise<UnrecordedSend | null> {
  const row = await unrecorded(tx)
    .innerJoin('brief_revision', (on) =>
      on
        .onRef('brief_revision.brief_day', '=', 'brief.day')
        .onRef('brief_revision.number', '=', 'brief.approved_revision'),
    )
    .select(['brief.sent_at', 'brief_revision.sponsor'])
    .where('brief.day', '=', day)
    .executeTakeFirst();
  if (!row?.sent_at) return null;
  const sponsor: { orderId: string; creativeId: string } | null = row.sponsor ? JSON.parse(row.sponsor) : null;
  const creative = sponsor
    ? await tx.selectFrom('creative').select('hash').where('id', '=', sponsor.creativeId).executeTakeFirst()
    : undefined;
  const orderId = sponsor?.orderId ?? (await findSlotOrder(tx, day));
  return { day, sentAt: row.sent_at, orderId, creativeHash: creative?.hash ?? null };
}
