import { requireApprover } from '#brief/issues/approver.ts';
import { type BriefRecord, getBrief, getBriefContent } from '#brief/issues/brief-record.ts';
import { hasGoneOut } from '#brief/issues/first-email.ts';
import { type BriefGateSite, checkBrief, requireBriefGate } from '#brief/issues/gate.ts';
import { numberAsSent } from '#brief/issues/number-as-sent.ts';
import { holdBrief } from '#brief/issues/plan.ts';
import { listAudience } from '#brief/subscribers/audience.ts';
import { SYSTEM } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isDbError } from '#db/connection/db-errors.ts';
import type { Tx } from '#db/database.ts';
import { lockBrief } from '#db/schema/dialect.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { hashDomain } from './delivery.ts';

// A brief whose time has come: either its audience is frozen, or it is held with the reason.

/** A brief that is later than this many seconds is held: its news may be old, and the site may be a restored copy. */
export const MOST_OVERDUE = 6 * 3600;

export type StartSettings = {
  /** BASE_URL of this server. */
  baseUrl: string;
  /** Whether a mail server is set. */
  hasMail: boolean;
  /** Seconds from now to the first delivery. */
  stopSeconds: number;
};

/**
 * Freezes the audience of every brief whose time has come. Each starts in one transaction that first locks the brief, so only
 * one of several processes starts it. A brief that must not be sent now is held.
 */
export async function startDueBriefs(deps: Deps, gate: BriefGateSite, settings: StartSettings): Promise<void> {
  const due = await deps.db.read
    .selectFrom('brief')
    .select('day')
    .where('state', '=', 'scheduled')
    .where('due_at', '<=', now(deps))
    .orderBy('due_at')
    .limit(10)
    .execute();
  for (const { day } of due) {
    const problem = await deps.db.write((tx) => startBrief(deps, tx, day, { gate, ...settings })).catch(problemOf);
    if (problem !== null) await holdIfOpen(deps, day, problem);
  }
}

/**
 * Checks the gate once more before the first email, because a sponsor or a story can be taken back in the last minute. A brief
 * that it stops loses its frozen audience and is held, so that it can be changed, approved and scheduled again.
 */
export async function mayBegin(deps: Deps, gate: BriefGateSite, day: string): Promise<boolean> {
  if (await hasGoneOut(deps.db.read, day)) return true;
  return deps.db.write(async (tx) => {
    await lockBrief(deps.db.kind, tx, day);
    const brief = await getBrief(tx, day);
    if (brief.state !== 'sending' || !brief.approved || (await hasGoneOut(tx, day))) return true;
    const held = await requireSendable(deps, tx, brief, gate).then(() => null, stopOf);
    if (held === null) return true;
    await tx.deleteFrom('brief_delivery').where('brief_day', '=', day).execute();
    await tx.deleteFrom('brief_send').where('brief_day', '=', day).execute();
    const set = { state: 'held', sending_at: null, problem: held, changed_at: now(deps) };
    await tx.updateTable('brief').set(set).where('day', '=', day).execute();
    const subject = { kind: 'brief', id: day } as const;
    await writeJournal(deps, tx, SYSTEM, { act: 'brief.held', subject, detail: { because: held } });
    return false;
  });
}

/** The approval and the gate of the sending. @throws gate_blocked */
async function requireSendable(deps: Deps, tx: Tx, brief: BriefRecord, gate: BriefGateSite): Promise<void> {
  await requireApprover(deps, tx, brief);
  const content = await getBriefContent(tx, brief.day, brief.approved?.revision ?? -1);
  requireBriefGate(await checkBrief(deps, tx, { brief, content, site: gate }), 'sending');
}

function stopOf(error: unknown): string {
  return `${problemOf(error)} Nothing was sent.`;
}

/** Holds a brief; does nothing when it was held, or its send ended, in the meantime. */
export async function holdIfOpen(deps: Deps, day: string, problem: string): Promise<void> {
  try {
    await holdBrief(deps, SYSTEM, day, problem);
  } catch (error) {
    if (!(error instanceof Failure && error.kind === 'already_done')) throw error;
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Failure) || isDbError(error) || error.kind !== 'gate_blocked') throw error;
  return `${error.message} ${error.detail.hint}`;
}

/** Returns why the brief has to be held; null when it was started, or needs no start. @throws gate_blocked */
async function startBrief(
  deps: Deps,
  tx: Tx,
  day: string,
  { gate, baseUrl, hasMail, stopSeconds }: StartSettings & { gate: BriefGateSite },
): Promise<string | null> {
  await lockBrief(deps.db.kind, tx, day);
  const brief = await getBrief(tx, day);
  if (brief.state !== 'scheduled' || !brief.due || brief.due.at > now(deps) || !brief.approved) return null;
  const row = await tx.selectFrom('brief').selectAll().where('day', '=', day).executeTakeFirstOrThrow();
  const since = [brief.due.at, row.released_at ?? ''].sort().at(-1) ?? brief.due.at;
  if (since < inSeconds(deps, -MOST_OVERDUE))
    return `It was due at ${brief.due.at.slice(0, 16).replace('T', ' ')} UTC, more than six hours ago.`;
  if (row.base_url !== null && row.base_url !== baseUrl)
    return `BASE_URL was ${row.base_url} when it was scheduled, and is ${baseUrl} now.`;
  if (!hasMail) return 'No mail server is set (SMTP_URL).';
  await requireSendable(deps, tx, brief, gate);
  await numberAsSent(tx, day, 'sending');
  const at = now(deps);
  const begins = inSeconds(deps, stopSeconds);
  await tx.insertInto('brief_send').values({ brief_day: day, audience: 0, begins_at: begins }).execute();
  const audience = await freezeAudience(deps, tx, day);
  await tx.updateTable('brief_send').set({ audience }).where('brief_day', '=', day).execute();
  await tx
    .updateTable('brief')
    .set({ state: 'sending', sending_at: at, problem: null, changed_at: at })
    .where('day', '=', day)
    .execute();
  const detail = { audience, beginsAt: begins };
  const subject = { kind: 'brief', id: day } as const;
  await writeJournal(deps, tx, SYSTEM, { act: 'brief.sending', subject, revision: brief.approved.revision, detail });
  return null;
}

const ROWS_AT_ONCE = 500;

/** Writes a waiting delivery for every confirmed subscriber. Returns how many there are. */
async function freezeAudience(deps: Deps, tx: Tx, day: string): Promise<number> {
  const due = now(deps);
  let total = 0;
  for (let after = ''; ; ) {
    const page = await listAudience(tx, { after, limit: ROWS_AT_ONCE });
    const last = page.at(-1);
    if (!last) return total;
    const rows = page.map(({ id, address }) => ({
      brief_day: day,
      subscriber_id: id,
      state: 'waiting',
      due_at: due,
      domain: hashDomain(deps, address),
    }));
    await tx.insertInto('brief_delivery').values(rows).execute();
    total += page.length;
    after = last.id;
  }
}
