import { type Actor, requireEditorial } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { countDeliveries, type DeliveryCounts, totalOf } from './delivery.ts';
import { countRetriable } from './send-again.ts';

/** A send as its page shows it. */
export type SendReport = {
  audience: number;
  beginsAt: string;
  endedAt: string | null;
  /** Why it does not go on at the moment. */
  trouble: string | null;
  counts: DeliveryCounts;
  /** Reply codes of refused and deferred deliveries, most frequent first. */
  codes: { code: string; state: string; count: number }[];
  /** Refused emails that can be sent again: the answer did not say that the address does not exist. */
  retriable: number;
  /** Uncertain deliveries that nobody decided about, by address, at most `MOST_LISTED`. */
  uncertain: { subscriberId: string; address: string | null }[];
};

const MOST_LISTED = 200;
/** Stored in place of a reply code when an editor left an uncertain delivery as it is. */
const LEFT = 'left';

/** The send of a brief; null before its audience was frozen. */
export async function readSend(tx: Tx, day: string): Promise<SendReport | null> {
  const send = await tx.selectFrom('brief_send').selectAll().where('brief_day', '=', day).executeTakeFirst();
  if (!send) return null;
  const live = await countDeliveries(tx, day);
  const counts = totalOf(live) === 0 && send.counts !== null ? (JSON.parse(send.counts) as DeliveryCounts) : live;
  const codes = await tx
    .selectFrom('brief_delivery')
    .select(['answer_code', 'state', ({ fn }) => fn.countAll().as('n')])
    .where('brief_day', '=', day)
    .where('state', 'in', ['refused', 'waiting'])
    .where('answer_code', 'is not', null)
    .groupBy(['answer_code', 'state'])
    .execute();
  const uncertain = await tx
    .selectFrom('brief_delivery')
    .innerJoin('subscriber', 'subscriber.id', 'brief_delivery.subscriber_id')
    .select(['subscriber.id', 'subscriber.address'])
    .where('brief_day', '=', day)
    .where('brief_delivery.state', '=', 'uncertain')
    .where('answer_code', 'is', null)
    .orderBy('subscriber.address')
    .limit(MOST_LISTED)
    .execute();
  const { audience, begins_at, ended_at, trouble } = send;
  return {
    audience,
    beginsAt: begins_at,
    endedAt: ended_at,
    trouble,
    counts,
    codes: codes
      .map(({ answer_code, state, n }) => ({ code: answer_code ?? '', state, count: Number(n) }))
      .sort((answer, other) => other.count - answer.count),
    retriable: await countRetriable(tx, day),
    uncertain: uncertain.map(({ id, address }) => ({ subscriberId: id, address })),
  };
}

/** How an issue arrived, by the counts that are stored at the end of its send. */
export type IssueCounts = { day: string; number: number; audience: number; accepted: number; refused: number };

/** The issues whose send has ended, the latest day first. */
export async function listIssueCounts(tx: Tx, limit: number): Promise<IssueCounts[]> {
  const rows = await tx
    .selectFrom('brief_send')
    .innerJoin('brief', 'brief.day', 'brief_send.brief_day')
    .select(['brief.day', 'brief.number', 'brief_send.audience', 'brief_send.counts'])
    .where('brief_send.counts', 'is not', null)
    .orderBy('brief.day', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ counts, ...row }) => {
    const { accepted, refused } = JSON.parse(counts ?? '{}') as DeliveryCounts;
    return { ...row, accepted, refused };
  });
}

/**
 * Decides about uncertain deliveries: `again` sends them again, `leave` only takes them from the list. Returns how many there were.
 * @throws forbidden (writers and agents)
 */
export async function decideUncertain(
  deps: Deps,
  actor: Actor,
  { day, act, subscriberId = null }: { day: string; act: 'again' | 'leave'; subscriberId?: string | null },
): Promise<number> {
  requireEditorial(actor, 'decide about uncertain deliveries');
  return deps.db.write(async (tx) => {
    const set =
      act === 'again' ? { state: 'waiting', holder: null, due_at: now(deps), ended_at: null } : { answer_code: LEFT };
    let query = tx
      .updateTable('brief_delivery')
      .set(set)
      .where('brief_day', '=', day)
      .where('state', '=', 'uncertain')
      .where('answer_code', 'is', null);
    if (subscriberId !== null) query = query.where('subscriber_id', '=', subscriberId);
    const count = Number((await query.executeTakeFirst()).numUpdatedRows);
    if (count === 0) return 0;
    const journalAct = act === 'again' ? 'brief.send_again' : 'brief.uncertain_left';
    await writeJournal(deps, tx, actor, { act: journalAct, subject: { kind: 'brief', id: day }, detail: { count } });
    return count;
  });
}
