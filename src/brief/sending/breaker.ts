import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { queueMail } from '#runtime/mail/outbox.ts';
import { answeredOf, countDeliveries, type DeliveryCounts } from './delivery.ts';
import { holdIfOpen } from './start-send.ts';

// Pauses a send that goes wrong, before it harms the name of the mail domain.

/** The first answers that decide, and the share of them that may be refusals. */
const FIRST_ANSWERS = 200;
const MOST_REFUSED = 0.05;
/** A short list is not paused for this many refusals. */
const ALWAYS_ALLOWED = 2;
/** Complaints that pause a send, for each thousand accepted emails. */
const MOST_COMPLAINTS = 3;

/** Why a send has to pause; null when it goes well. */
export function tripReason(counts: DeliveryCounts, audience: number, complaints: number): string | null {
  const answered = answeredOf(counts);
  const first = Math.min(FIRST_ANSWERS, audience);
  if (answered <= FIRST_ANSWERS && counts.refused > Math.max(ALWAYS_ALLOWED, first * MOST_REFUSED))
    return `${counts.refused} of the first ${answered} emails were refused. Look at the reply codes before you release it.`;
  if (complaints >= MOST_COMPLAINTS && complaints * 1000 >= MOST_COMPLAINTS * counts.accepted)
    return `${complaints} subscribers reported the brief as spam, of ${counts.accepted} who got it.`;
  return null;
}

/** The first answers after a release that decide whether the mail server still refuses the send. */
const FIRST_AFTER_RELEASE = 200;

/** Why a released send has to pause again: most emails since its release were refused. Null when it goes on. */
export function tripReasonAfterRelease(counts: DeliveryCounts): string | null {
  const answered = answeredOf(counts);
  const { refused } = counts;
  if (answered > FIRST_AFTER_RELEASE || refused <= ALWAYS_ALLOWED || refused * 2 <= answered) return null;
  return `${refused} of the ${answered} emails since its release were refused. Look at the reply codes and at the page Mail domain before you release it again.`;
}

/**
 * Pauses the send and emails the chiefs when too many deliveries were refused, or too many people complained. A released send is
 * judged by the answers since its release. `isRefusal`: only a refusal was new, which matters after a release. Returns the
 * reason; null while the send goes on.
 */
export async function checkBreaker(
  deps: Deps,
  day: string,
  { baseUrl, isRefusal }: { baseUrl: string; isRefusal: boolean },
): Promise<string | null> {
  const { read } = deps.db;
  const send = await read
    .selectFrom('brief_send')
    .innerJoin('brief', 'brief.day', 'brief_send.brief_day')
    .select(['audience', 'tripped_at', 'brief.released_at', 'brief.sending_at'])
    .where('brief_day', '=', day)
    .executeTakeFirst();
  if (!send) return null;
  const { tripped_at: trippedAt, released_at: releasedAt, sending_at: begunAt } = send;
  if (trippedAt !== null && (releasedAt ?? '') <= trippedAt) return null;
  const isReleased = releasedAt !== null && releasedAt > (begunAt ?? '');
  if (isRefusal && !isReleased) return null;
  const since = isReleased ? await countDeliveries(read, day, releasedAt) : null;
  const reason =
    (since && tripReasonAfterRelease(since)) ?? (trippedAt === null ? await firstTrip(read, day, send.audience) : null);
  if (reason !== null) await pauseSend(deps, day, reason, baseUrl);
  return reason;
}

async function firstTrip(tx: Tx, day: string, audience: number): Promise<string | null> {
  return tripReason(await countDeliveries(tx, day), audience, await countComplaints(tx, day));
}

/** Holds a brief and emails the chiefs why; does nothing when it was paused already. A sent brief keeps its state. */
export async function pauseSend(deps: Deps, day: string, reason: string, baseUrl: string): Promise<void> {
  await holdIfOpen(deps, day, reason);
  await deps.db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('brief_send')
      .set({ tripped_at: now(deps) })
      .where('brief_day', '=', day)
      .where((is) =>
        is.or([
          is('tripped_at', 'is', null),
          is.exists(
            is
              .selectFrom('brief')
              .select('brief.day')
              .whereRef('brief.day', '=', 'brief_send.brief_day')
              .whereRef('brief.released_at', '>', 'brief_send.tripped_at'),
          ),
        ]),
      )
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    await leaveRefused(tx, day);
    await emailChiefs(deps, tx, { day, reason, baseUrl });
  });
}

/** In a sent brief only refused emails wait, to be tried again: those that were not tried stay refused. */
async function leaveRefused(tx: Tx, day: string): Promise<void> {
  await tx
    .updateTable('brief_delivery')
    .set(({ ref }) => ({ state: 'refused', ended_at: ref('due_at') }))
    .where('brief_day', '=', day)
    .where('state', '=', 'waiting')
    .where('answer_code', 'is not', null)
    .where('brief_day', 'in', tx.selectFrom('brief').select('day').where('state', '=', 'sent'))
    .execute();
}

/** Subscribers of this brief who reported an email as spam since it began. */
async function countComplaints(tx: Tx, day: string): Promise<number> {
  const row = await tx
    .selectFrom('subscriber_event')
    .innerJoin('brief', (on) => on.on('brief.day', '=', day))
    .innerJoin('brief_delivery', (on) =>
      on
        .onRef('brief_delivery.brief_day', '=', 'brief.day')
        .onRef('brief_delivery.subscriber_id', '=', 'subscriber_event.subscriber_id'),
    )
    .select(({ fn }) => fn.countAll().as('n'))
    .where('subscriber_event.reason', '=', 'complained')
    .whereRef('subscriber_event.at', '>=', 'brief.sending_at')
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

type Pause = { day: string; reason: string; baseUrl: string };

async function emailChiefs(deps: Deps, tx: Tx, { day, reason, baseUrl }: Pause): Promise<void> {
  const chiefs = await tx
    .selectFrom('editor')
    .select('email')
    .where('role', '=', 'chief')
    .where('disabled_at', 'is', null)
    .execute();
  const text = `The Field Brief of ${day} is paused, and nothing more of it is sent.

${reason}

Look at the report, then release the brief or leave it:
${baseUrl}/newsroom/briefs/${day}
`;
  for (const { email } of chiefs)
    await queueMail(deps, tx, { about: 'brief.paused', to: email, subject: `Paused: the Field Brief of ${day}`, text });
}
