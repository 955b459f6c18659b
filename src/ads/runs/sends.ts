import { isSendDay } from '#ads/catalog/ad-calendar.ts';
import { mailBoth } from '#ads/orders/emails.ts';
import { finishOrder } from '#ads/orders/end-order.ts';
import { type AdDeskSettings, getOrder, lockOrder, transitionOrder } from '#ads/orders/orders.ts';
import { type Actor, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { updateOrderWarnings } from './part-warnings.ts';

/** A sent Field Brief, as the ad desk recorded it. `sentAt` and `notedAt` are UTC times. */
export type Send = {
  day: string;
  orderId: string | null;
  creativeHash: string | null;
  note: string;
  sentAt: string;
  notedAt: string;
  notedBy: string;
};

/** States of a brief that this site is going to send, or has sent. */
const SENT_BY_SITE: readonly string[] = ['scheduled', 'held', 'sending', 'sent'];

/**
 * Records that the Field Brief of a day was sent elsewhere, with the ad of the order that holds the day and the creative that was accepted
 * at that time. This is the run of the ad, even when it already counted as missed.
 * @throws forbidden (writers and agents), validation_failed (not a Tuesday, or in the future), already_done (also when
 * this site sends that brief itself)
 */
export async function recordSend(
  deps: Deps,
  actor: Actor,
  site: AdDeskSettings,
  { day, sentAt, note }: { day: string; sentAt: string; note: string },
): Promise<Send> {
  requireEditorial(actor, 'record a send');
  if (!isSendDay(day))
    throw new Failure('validation_failed', 'The Field Brief goes out on Tuesdays.', { hint: 'Choose a Tuesday.' });
  if (sentAt > now(deps) || sentAt.slice(0, 10) < day)
    throw new Failure('validation_failed', 'The time must be on that day or later, and not in the future.', {
      hint: 'Check the time. It is UTC.',
    });
  try {
    return await deps.db.write(async (tx) => {
      await requireSentElsewhere(tx, day);
      // A second row fails in SQLite as a change to an append-only table, in PostgreSQL as a duplicate.
      const noted = await tx.selectFrom('field_brief_send').select('day').where('day', '=', day).executeTakeFirst();
      if (noted) throw alreadyNoted(day);
      const orderId = await findSlotOrder(tx, day);
      const creativeHash = orderId === null ? null : await acceptedAt(tx, orderId, sentAt);
      const send: Send = { day, orderId, creativeHash, note, sentAt, notedAt: now(deps), notedBy: nameOf(actor) };
      const text = `The ad desk has recorded that the Field Brief of ${day} was sent with your ad at ${sentAt.slice(0, 16).replace('T', ' ')} UTC.`;
      await insertSend(deps, tx, actor, { site, send, text });
      return send;
    });
  } catch (error) {
    if (!isUniqueError(error)) throw error;
    throw alreadyNoted(day);
  }
}

/** @throws already_done when this site sent the brief of the day, or is going to */
async function requireSentElsewhere(tx: Tx, day: string): Promise<void> {
  const brief = await tx
    .selectFrom('brief')
    .select('state')
    .where('day', '=', day)
    .where('state', 'in', SENT_BY_SITE)
    .executeTakeFirst();
  if (!brief) return;
  const isSent = brief.state === 'sent';
  throw new Failure(
    'already_done',
    isSent ? `This site sent the Field Brief of ${day} itself.` : `This site sends the Field Brief of ${day} itself.`,
    {
      hint: isSent
        ? 'No action is needed: its send is recorded from its deliveries.'
        : 'If it was sent elsewhere, take back the approval of that brief first.',
    },
  );
}

function alreadyNoted(day: string): Failure {
  return new Failure('already_done', `The send of ${day} is already recorded.`, {
    hint: 'No action is needed.',
  });
}

/** Writes the record of a send. `text` is the email to the advertiser whose ad was in it. */
export async function insertSend(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { site, send, text }: { site: AdDeskSettings; send: Send; text: string },
): Promise<void> {
  const { day, orderId, creativeHash, note, sentAt, notedAt, notedBy } = send;
  await tx
    .insertInto('field_brief_send')
    .values({
      day,
      order_id: orderId,
      creative_hash: creativeHash,
      note,
      sent_at: sentAt,
      noted_at: notedAt,
      noted_by_name: notedBy,
    })
    .execute();
  await writeJournal(deps, tx, actor, {
    act: 'ad.sent',
    subject: orderId === null ? { kind: 'field brief', id: day } : { kind: 'ad order', id: orderId },
    detail: { day, sentAt, note, creative: creativeHash },
  });
  if (orderId !== null) await recordRunOfSend(deps, tx, actor, { site, orderId, send, text });
}

/** The run of a Field Brief ad is the moment of the send. A send without an accepted creative did not contain the ad. */
async function recordRunOfSend(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  {
    site,
    orderId,
    send: { day, sentAt, creativeHash },
    text,
  }: { site: AdDeskSettings; orderId: string; send: Send; text: string },
): Promise<void> {
  await lockOrder(tx, orderId);
  if (creativeHash !== null) {
    const { numUpdatedRows } = await tx
      .updateTable('ad_run')
      .set({ started_at: sentAt, ended_at: sentAt, missed_at: null })
      .where('order_id', '=', orderId)
      .where('place', '=', 'field-brief')
      .where('starts_on', '=', day)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return; // the ad was moved to another week meanwhile
    const order = await getOrder(tx, orderId);
    if (order.state === 'booked')
      await transitionOrder(deps, tx, actor, { orderId, from: ['booked'], to: 'running', act: 'ad.running' });
    await mailBoth(deps, tx, site, { order, about: 'ad.sent', text });
    await finishOrder(deps, tx, site, { orderId, today: now(deps).slice(0, 10) });
  }
  await updateOrderWarnings(deps, tx, site, orderId);
}

/** The order that holds the Field Brief of a day. */
export async function findSlotOrder(tx: Tx, day: string): Promise<string | null> {
  const slot = await tx
    .selectFrom('ad_slot')
    .select('order_id')
    .where('place', '=', 'field-brief')
    .where('day', '=', day)
    .executeTakeFirst();
  return slot?.order_id ?? null;
}

/** What the record of a send by this site says: at least so many emails were accepted, and the hash of their HTML. */
export type SiteDeliveries = {
  /**
   * Deliveries that mail servers accepted, rounded down to 10: a smaller number could tell who subscribed. When the ad was
   * withdrawn during the send, those that were accepted before.
   */
  acceptedAtLeast: number;
  /** SHA-256 of the HTML with all sections and without personal addresses; null when it is not known. */
  htmlSha256: string | null;
};

/** The deliveries of a brief that this site sent; null when it was sent elsewhere. */
export async function readSiteDeliveries(tx: Tx, day: string): Promise<SiteDeliveries | null> {
  const send = await readEndedSend(tx, day);
  return send && { acceptedAtLeast: Math.floor(send.withAd / 10) * 10, htmlSha256: send.htmlHash };
}

/** Whether this site sent the brief of a day and no mail server accepted an email with the ad: then the ad did not run. */
export async function wasAcceptedByNobody(tx: Tx, day: string): Promise<boolean> {
  return (await readEndedSend(tx, day))?.withAd === 0;
}

async function readEndedSend(tx: Tx, day: string): Promise<{ withAd: number; htmlHash: string | null } | null> {
  const send = await tx
    .selectFrom('brief_send')
    .select(['counts', 'html_hash'])
    .where('brief_day', '=', day)
    .where('ended_at', 'is not', null)
    .executeTakeFirst();
  if (!send?.counts) return null;
  const { accepted, withAd = accepted }: { accepted: number; withAd?: number } = JSON.parse(send.counts);
  return { withAd, htmlHash: send.html_hash };
}

/** The sends with an order's ad. */
export async function listSendsOf(tx: Tx, orderId: string): Promise<Send[]> {
  const rows = await tx
    .selectFrom('field_brief_send')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('day')
    .execute();
  return rows.map((row) => ({
    day: row.day,
    orderId: row.order_id,
    creativeHash: row.creative_hash,
    note: row.note,
    sentAt: row.sent_at,
    notedAt: row.noted_at,
    notedBy: row.noted_by_name,
  }));
}

/** The hash of the Field Brief creative that was accepted at a time; null when there was none. */
async function acceptedAt(tx: Tx, orderId: string, at: string): Promise<string | null> {
  const row = await tx
    .selectFrom('creative')
    .select('hash')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'field-brief')
    .where('decided_at', '<=', at)
    .where((is) => is.or([is('withdrawn_at', 'is', null), is('withdrawn_at', '>', at)]))
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.hash ?? null;
}
