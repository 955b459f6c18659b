import type { Tx } from '../../db/database.ts';
import { queueMail } from '../../mail/outbox.ts';
import { type Deps, now } from '../../runtime/deps.ts';
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

/** Holds the brief and emails the chiefs when too many deliveries were refused, or too many people complained. */
export async function checkBreaker(deps: Deps, day: string, baseUrl: string): Promise<boolean> {
  const { read } = deps.db;
  const send = await read.selectFrom('brief_send').selectAll().where('brief_day', '=', day).executeTakeFirst();
  if (!send || send.tripped_at !== null) return false;
  const reason = tripReason(await countDeliveries(read, day), send.audience, await countComplaints(read, day));
  if (reason === null) return false;
  await holdIfOpen(deps, day, reason);
  await deps.db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('brief_send')
      .set({ tripped_at: now(deps) })
      .where('brief_day', '=', day)
      .where('tripped_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) await emailChiefs(deps, tx, day, reason, baseUrl);
  });
  return true;
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

async function emailChiefs(deps: Deps, tx: Tx, day: string, reason: string, baseUrl: string): Promise<void> {
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
