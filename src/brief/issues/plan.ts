import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockBrief } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { type JournalDeps, writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { requireApprover } from './approver.ts';
import { type BriefContent, type BriefRecord, getBrief, getBriefContent } from './brief-record.ts';
import { getOpenBrief } from './compose.ts';
import { type DueTime, readDueTime, requireAhead } from './due-time.ts';
import { type BriefGateSite, checkBrief, requireBriefGate } from './gate.ts';
import { numberAsSent } from './number-as-sent.ts';

// Approval, schedule and hold of one exact revision, and the end: it was sent.

/**
 * Approves one exact revision, the latest. Its content has to pass the gate.
 * @throws forbidden (writers, agents and the command line), not_found, revision_conflict, gate_blocked, already_done
 */
export async function approveBrief(
  deps: Deps,
  actor: Actor,
  site: BriefGateSite,
  { day, revision }: { day: string; revision: number },
): Promise<BriefRecord> {
  requirePerson(actor, 'approve a brief');
  return deps.db.write(async (tx) => {
    const brief = await getOpenBrief(deps, tx, day);
    requireDraft(brief, 'approve another revision');
    requireLatest(brief, revision);
    if (brief.approved?.revision === revision)
      throw new Failure('already_done', `Revision ${revision} is approved already.`, {
        hint: 'No action is needed.',
      });
    const content = await getBriefContent(tx, day, revision);
    requireBriefGate(await checkBrief(deps, tx, { brief, content, site }), 'approval');
    if (deps.policy.reviewBy === 'two' && content.saved.id === actor.id)
      throw new Failure('gate_blocked', `Two people publish here, and you saved revision ${revision}.`, {
        hint: 'An editor who did not save it has to approve it.',
      });
    await numberAsSent(tx, day, 'approval');
    const approved = { approved_revision: revision, approved_at: now(deps) };
    await changeRow(deps, tx, day, { ...approved, approved_by_id: actor.id, approved_by_name: nameOfPerson(actor) });
    return noteAct(deps, tx, actor, { act: 'brief.approved', day, revision });
  });
}

/**
 * Takes the approval back.
 * @throws forbidden (writers and agents), not_found, already_done
 */
export async function takeBackBriefApproval(deps: Deps, actor: Actor, day: string): Promise<BriefRecord> {
  requireEditorial(actor, 'take back the approval of a brief');
  return deps.db.write(async (tx) => {
    const brief = await getOpenBrief(deps, tx, day);
    requireDraft(brief, 'take the approval back');
    if (!brief.approved)
      throw new Failure('already_done', 'No revision is approved.', { hint: 'No action is needed.' });
    await changeRow(deps, tx, day, {
      approved_revision: null,
      approved_at: null,
      approved_by_id: null,
      approved_by_name: null,
      // A frozen audience keeps its brief held: it has no time any more that could be taken from it.
      ...(brief.begunAt === null && NO_SCHEDULE),
    });
    return noteAct(deps, tx, actor, { act: 'brief.approval_taken_back', day, revision: brief.approved.revision });
  });
}

const NO_SCHEDULE = {
  state: 'draft',
  due_wall: null,
  due_zone: null,
  due_at: null,
  problem: null,
  scheduled_by_id: null,
  scheduled_by_name: null,
} as const;

/**
 * Schedules the approved revision for a local time on the day of the brief. The whole gate has to be open now, and is checked
 * again before it is sent.
 * @throws forbidden (writers, agents and the command line), not_found, already_done, gate_blocked, validation_failed (the time)
 */
export async function scheduleBrief(
  deps: Deps,
  actor: Actor,
  site: BriefGateSite,
  { day, revision, due }: { day: string; revision: number; due: DueTime },
): Promise<BriefRecord> {
  requirePerson(actor, 'schedule a brief');
  return deps.db.write(async (tx) => {
    const brief = await getOpenBrief(deps, tx, day);
    if (brief.state === 'held')
      throw new Failure('already_done', 'This brief is paused.', { hint: 'Resume it, or take its approval back.' });
    const content = await getApproved(tx, brief, revision);
    await requireApprover(deps, tx, brief);
    const at = readDueTime(due, day);
    requireAhead(deps, at);
    requireBriefGate(await checkBrief(deps, tx, { brief, content, site }), 'sending');
    if (deps.policy.reviewBy === 'two' && brief.approved?.id === actor.id)
      throw new Failure('gate_blocked', `Two people publish here, and you approved revision ${revision}.`, {
        hint: 'Another editor has to schedule it.',
      });
    const by = { scheduled_by_id: actor.id, scheduled_by_name: nameOfPerson(actor) };
    const set = {
      state: 'scheduled',
      due_wall: due.wall,
      due_zone: due.zone,
      due_at: at,
      problem: null,
      base_url: site.baseUrl,
      ...by,
    };
    await changeRow(deps, tx, day, set);
    await logPlacement(deps, tx, 'briefs');
    return noteAct(deps, tx, actor, { act: 'brief.scheduled', day, revision, detail: { ...due, at } });
  });
}

/**
 * Holds a brief that is scheduled or is being sent: nothing more of it is sent until an editor releases it. Its time stays.
 * @throws forbidden (writers and agents), not_found, already_done, validation_failed without a reason
 */
export async function holdBrief(deps: Deps, actor: Actor, day: string, because: string): Promise<BriefRecord> {
  requireEditorial(actor, 'hold a brief');
  if (because.trim() === '')
    throw new Failure('validation_failed', 'A hold needs a reason.', {
      hint: 'Write it for the editor who releases it.',
    });
  return deps.db.write(async (tx) => {
    await lockBrief(deps.db.kind, tx, day);
    const brief = await getBrief(tx, day);
    if (brief.state !== 'scheduled' && brief.state !== 'sending')
      throw new Failure('already_done', `This brief is not scheduled; it is ${brief.state}.`, {
        hint: 'No action is needed.',
      });
    await logPlacement(deps, tx, 'briefs');
    return setHeld(deps, tx, actor, { day, because });
  });
}

/** Holds a brief in a transaction that has checked its state. */
export async function setHeld(
  deps: JournalDeps,
  tx: Tx,
  actor: Actor,
  { day, because }: { day: string; because: string },
): Promise<BriefRecord> {
  await changeRow(deps, tx, day, { state: 'held', problem: because });
  return noteAct(deps, tx, actor, { act: 'brief.held', day, detail: { because } });
}

/**
 * Marks a brief as sent: from now on readers see it in the archive. The sender calls this when all deliveries have ended.
 * @throws forbidden (everybody but the server and the command line), not_found, already_done
 */
export async function markSent(deps: Deps, actor: Actor, day: string, sentAt: string): Promise<BriefRecord> {
  if (actor.kind !== 'house')
    throw new Failure('forbidden', 'Only the server says that a brief was sent.', { hint: 'Schedule the brief.' });
  return deps.db.write(async (tx) => {
    await lockBrief(deps.db.kind, tx, day);
    const brief = await getBrief(tx, day);
    if (!brief.approved || !['scheduled', 'sending'].includes(brief.state))
      throw new Failure('already_done', `This brief is ${brief.state}; it was not being sent.`, {
        hint: 'Look at its page.',
      });
    await changeRow(deps, tx, day, { state: 'sent', sent_at: sentAt, problem: null });
    await logPlacement(deps, tx, 'briefs');
    return noteAct(deps, tx, actor, { act: 'brief.sent', day, revision: brief.approved.revision, detail: { sentAt } });
  });
}

/** @throws gate_blocked unless this revision is approved */
async function getApproved(tx: Tx, brief: BriefRecord, revision: number): Promise<BriefContent> {
  if (brief.approved?.revision === revision) return getBriefContent(tx, brief.day, revision);
  throw new Failure('gate_blocked', `Revision ${revision} is not approved.`, {
    hint: 'An editor approves one exact revision first.',
  });
}

/** @throws already_done */
function requireDraft({ state }: BriefRecord, act: string): void {
  if (state !== 'scheduled') return;
  throw new Failure('already_done', 'This brief is scheduled.', { hint: `Pause it first, then ${act}.` });
}

/** @throws revision_conflict */
function requireLatest({ latestRevision }: BriefRecord, revision: number): void {
  if (revision === latestRevision) return;
  throw new Failure('revision_conflict', `Revision ${latestRevision} was saved after revision ${revision}.`, {
    hint: `Look at revision ${latestRevision}, and decide about that.`,
    more: { currentRevision: latestRevision },
  });
}

/** @throws forbidden */
function requirePerson(actor: Actor, act: string): void {
  requireEditorial(actor, act);
  if (actor.kind === 'editor') return;
  throw new Failure('forbidden', `Only an editor may ${act}: it is done in their name.`, {
    hint: 'Sign in to the newsroom.',
  });
}

function nameOfPerson(actor: Actor): string {
  return actor.kind === 'editor' ? actor.name : '';
}

export async function changeRow(deps: JournalDeps, tx: Tx, day: string, set: Partial<Tables['brief']>): Promise<void> {
  await tx
    .updateTable('brief')
    .set({ ...set, changed_at: now(deps) })
    .where('day', '=', day)
    .execute();
}

type BriefAct = { act: JournalAct; day: string; revision?: number; detail?: Record<string, unknown> };

export async function noteAct(
  deps: JournalDeps,
  tx: Tx,
  actor: Actor,
  { day, ...entry }: BriefAct,
): Promise<BriefRecord> {
  await writeJournal(deps, tx, actor, { ...entry, subject: { kind: 'brief', id: day } });
  return getBrief(tx, day);
}
