import type { Selectable } from 'kysely';
import { suppressRow } from '#brief/subscribers/suppress.ts';
import { SYSTEM } from '#core/actor.ts';
import { hashSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { lockSubscriberForChange } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { BounceKind } from './classify.ts';

/** A report about one delivery. */
export type BounceReport = {
  /** The subscriber by the hash of the token of the bounce address, or by the address where a mail service hides it. */
  subscriber: { tokenHash: string } | { addressKey: string };
  /** The day of the brief; null where the report does not name it. */
  day: string | null;
  kind: BounceKind;
  code: string | null;
  /** `smtp`: the mail server answered so when the brief was sent. */
  source: 'mailbox' | 'ses' | 'postmark' | 'webhook' | 'smtp';
  /** What identifies the report at its source: the same report counts once. */
  id: string;
};

/**
 * What became of a report. `stranger`: it names no subscriber or no brief of this site. `known`: it was counted before.
 * `suppressed`: it was the last that the rule needed.
 */
export type CountedBounce = 'stranger' | 'known' | 'counted' | 'suppressed';

/** Soft bounces suppress an address when they concern this many briefs, over at least this many days. */
const SOFT_BRIEFS = 3;
const SOFT_DAYS = 14;
/** Days that reports are kept and shown. */
const KEEP_DAYS = 180;

/** Counts a report, and suppresses the subscriber by the rule: one hard bounce, one complaint, or soft bounces of three briefs. */
export function recordBounce(deps: Deps, report: BounceReport): Promise<CountedBounce> {
  return deps.db.write(async (tx) => {
    const known = await findSubscriber(tx, report);
    if (known) await lockSubscriberForChange(deps.db.kind, tx, known.id);
    const row = known && (await findSubscriber(tx, report)); // another report may have suppressed it meanwhile
    if (!row || row.state === 'erased') return 'stranger';
    const day = await findDay(tx, report.day);
    if (day === null && report.day !== null) return 'stranger';
    if (!(await insertBounce(deps, tx, report, { subscriberId: row.id, day }))) return 'known';
    return (await suppressByRule(deps, tx, row, report)) ? 'suppressed' : 'counted';
  });
}

/** Suppresses the subscriber when the bounce rule asks for it after this report. */
async function suppressByRule(
  deps: Deps,
  tx: Tx,
  row: Selectable<Tables['subscriber']>,
  { kind, code }: BounceReport,
): Promise<boolean> {
  const why = await reasonToSuppress(tx, row.id, kind, code);
  if (why === null || row.state === 'suppressed') return false;
  const reason = kind === 'complaint' ? 'complained' : 'bounced';
  await suppressRow(deps, tx, row, { reason, note: why });
  await writeJournal(deps, tx, SYSTEM, {
    act: 'subscriber.suppressed',
    subject: { kind: 'subscriber', id: row.id },
    detail: { kind: reason, because: why },
  });
  return true;
}

/** Whether it is new: the same report may arrive several times. */
async function insertBounce(
  deps: Deps,
  tx: Tx,
  { kind, code, source, id }: BounceReport,
  { subscriberId, day }: { subscriberId: string; day: string | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bounce')
    .values({
      subscriber_id: subscriberId,
      brief_day: day,
      kind,
      code,
      source,
      at: now(deps),
      report_key: hashSecret(`${source} ${subscriberId} ${day} ${id}`),
    })
    .onConflict((conflict) => conflict.column('report_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function findSubscriber(tx: Tx, { subscriber }: BounceReport): Promise<Selectable<Tables['subscriber']> | undefined> {
  const query = tx.selectFrom('subscriber').selectAll();
  return 'tokenHash' in subscriber
    ? query.where('token_hash', '=', subscriber.tokenHash).executeTakeFirst()
    : query.where('address_key', '=', subscriber.addressKey).executeTakeFirst();
}

/** The brief of this day; without a day, the newest that went out. */
async function findDay(tx: Tx, day: string | null): Promise<string | null> {
  let query = tx.selectFrom('brief').select('day').orderBy('day', 'desc').limit(1);
  query = day === null ? query.where('state', 'in', ['sending', 'sent', 'held']) : query.where('day', '=', day);
  return (await query.executeTakeFirst())?.day ?? null;
}

/** Why the rule suppresses a subscriber after this report, as a sentence; null while it does not. */
async function reasonToSuppress(tx: Tx, id: string, kind: BounceKind, code: string | null): Promise<string | null> {
  const named = code === null ? '' : ` (${code})`;
  if (kind === 'complaint') return 'The mail service reported a complaint.';
  if (kind === 'hard') return `The address does not exist${named}.`;
  if (kind === 'policy') return null;
  const days = await softDays(tx, id);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (days.length < SOFT_BRIEFS || Date.parse(last) - Date.parse(first) < SOFT_DAYS * 86_400_000) return null;
  return `${days.length} briefs could not be delivered, from ${first} to ${last}${named}.`;
}

/** The days of the briefs with a soft bounce, oldest first, since an editor last undid a suppression. */
async function softDays(tx: Tx, id: string): Promise<string[]> {
  const undone = await tx
    .selectFrom('subscriber_event')
    .select('at')
    .where('subscriber_id', '=', id)
    .where('reason', '=', 'undone')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const rows = await tx
    .selectFrom('bounce')
    .select('brief_day')
    .distinct()
    .where('subscriber_id', '=', id)
    .where('kind', '=', 'soft')
    .where('brief_day', 'is not', null)
    .where('at', '>', undone?.at ?? '')
    .orderBy('brief_day')
    .execute();
  return rows.map(({ brief_day }) => brief_day ?? '');
}

/** A report as a chief sees it. */
export type ListedBounce = {
  at: string;
  day: string | null;
  kind: BounceKind;
  code: string | null;
  source: BounceReport['source'];
};

/** The reports about a subscriber, latest first. */
export async function listBounces(tx: Tx, subscriberId: string): Promise<ListedBounce[]> {
  const rows = await tx
    .selectFrom('bounce')
    .select(['at', 'brief_day', 'kind', 'code', 'source'])
    .where('subscriber_id', '=', subscriberId)
    .orderBy('seq', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ brief_day, ...row }) => ({ ...row, day: brief_day }) as ListedBounce);
}

/** Deletes reports of more than 180 days ago. */
export async function deleteOldBounces(deps: Deps): Promise<void> {
  const long = inSeconds(deps, -KEEP_DAYS * 86_400);
  const old = await deps.db.read.selectFrom('bounce').select('seq').where('at', '<', long).limit(1).executeTakeFirst();
  if (old) await deps.db.write((tx) => tx.deleteFrom('bounce').where('at', '<', long).execute());
}
