import type { Tx } from '../db/database.ts';
import { isDuplicate } from '../db/dialect.ts';
import { type Actor, nameOf, requireEditorial } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import { writeJournal } from '../ground/journal.ts';
import { now, type Press } from '../ground/press.ts';
import { isSendDay } from './ad-calendar.ts';

/** A Field Brief that went out, as somebody of the desk wrote it down. `sentAt` is a time, UTC. */
export type Send = {
  day: string;
  orderId: string | null;
  creativeHash: string | null;
  note: string;
  sentAt: string;
  notedBy: string;
};

/**
 * Writes down that the Field Brief of a day went out, and with whose ad: that of whoever holds the day.
 * @throws forbidden (writers and agents), validation_failed (no day of the Field Brief, or one to come), already_done
 */
export async function noteSend(press: Press, actor: Actor, day: string, sentAt: string, note: string): Promise<Send> {
  requireEditorial(actor, 'write down a send');
  if (!isSendDay(day))
    throw new Failure('validation_failed', 'The Field Brief goes out on Tuesdays.', { hint: 'Choose its day.' });
  if (sentAt > now(press) || sentAt.slice(0, 10) < day)
    throw new Failure('validation_failed', 'It was sent on that day or after it, and not in the future.', {
      hint: 'Look at the time; it is UTC.',
    });
  try {
    return await press.db.write(async (tx) => {
      const slot = await tx
        .selectFrom('ad_slot')
        .select('order_id')
        .where('place', '=', 'field-brief')
        .where('day', '=', day)
        .executeTakeFirst();
      const orderId = slot?.order_id ?? null;
      const creative = orderId === null ? null : await acceptedOf(tx, orderId);
      await tx
        .insertInto('field_brief_send')
        .values({
          day,
          order_id: orderId,
          creative_hash: creative,
          note,
          sent_at: sentAt,
          noted_at: now(press),
          noted_by_name: nameOf(actor),
        })
        .execute();
      await writeJournal(press, tx, actor, {
        act: 'ad.sent',
        subject: orderId === null ? { kind: 'field brief', id: day } : { kind: 'ad order', id: orderId },
        detail: { day, sentAt, note },
      });
      return { day, orderId, creativeHash: creative, note, sentAt, notedBy: nameOf(actor) };
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new Failure('already_done', `The send of ${day} is written down already.`, {
      hint: 'Nothing has to be done.',
    });
  }
}

/** The sends that carried an order's ad. */
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
    notedBy: row.noted_by_name,
  }));
}

async function acceptedOf(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('creative')
    .select('hash')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'field-brief')
    .where('state', '=', 'accepted')
    .executeTakeFirst();
  return row?.hash ?? null;
}
