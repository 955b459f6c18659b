import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockBrief } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { requireApprover } from './approver.ts';
import { type BriefRecord, getBrief, getBriefContent } from './brief-record.ts';
import { hasGoneOut } from './first-email.ts';
import { type BriefGateSite, checkBrief, requireBriefGate } from './gate.ts';
import { changeRow, noteAct } from './plan.ts';

/**
 * Releases a held brief: it is sent at its time, or at once when that has passed. Approval and gate are checked again; for a
 * brief of which a part was sent, only the settings are: its content cannot change any more. A frozen audience stays the same.
 * @throws forbidden (writers, agents), not_found, already_done, gate_blocked
 */
export async function releaseBrief(deps: Deps, actor: Actor, site: BriefGateSite, day: string): Promise<BriefRecord> {
  requireEditorial(actor, 'release a brief');
  return deps.db.write(async (tx) => {
    await lockBrief(deps.db.kind, tx, day);
    const brief = await getBrief(tx, day);
    if (brief.state !== 'held')
      throw new Failure('already_done', `This brief is not held; it is ${brief.state}.`, {
        hint: 'No action is needed.',
      });
    if (await isUsedUp(tx, brief))
      throw new Failure('already_done', 'Nothing of this brief waits to be sent.', {
        hint: 'Send it again to those whose mail server refused it.',
      });
    const revision = await requireReleasable(deps, tx, brief, site);
    const state = brief.begunAt === null ? 'scheduled' : 'sending';
    await changeRow(deps, tx, day, { state, problem: null, released_at: now(deps), base_url: site.baseUrl });
    await forgetTrouble(tx, day);
    await logPlacement(deps, tx, 'briefs');
    return noteAct(deps, tx, actor, { act: 'brief.released', day, revision });
  });
}

/** The revision that is sent, after approval and gate were checked again. @throws gate_blocked */
export async function requireReleasable(deps: Deps, tx: Tx, brief: BriefRecord, site: BriefGateSite): Promise<number> {
  const isUnsent = !(await hasGoneOut(tx, brief.day));
  const revision = await requireApproved(deps, tx, brief, isUnsent);
  const gate = await checkBrief(deps, tx, { brief, content: await getBriefContent(tx, brief.day, revision), site });
  requireBriefGate(isUnsent ? gate : gate.filter(({ at }) => at === 'settings'), 'sending');
  return revision;
}

/** Removes why the send stopped: on the page of a released send it would read as what happens now. */
export async function forgetTrouble(tx: Tx, day: string): Promise<void> {
  await tx.updateTable('brief_send').set({ trouble: null }).where('brief_day', '=', day).execute();
}

/** Whether every email of a brief was refused or skipped. */
async function isUsedUp(tx: Tx, { day, begunAt }: BriefRecord): Promise<boolean> {
  if (begunAt === null) return false;
  const other = await tx
    .selectFrom('brief_delivery')
    .select('state')
    .where('brief_day', '=', day)
    .where('state', 'not in', ['refused', 'skipped'])
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** @throws gate_blocked */
async function requireApproved(deps: Deps, tx: Tx, brief: BriefRecord, isUnsent: boolean): Promise<number> {
  const { approved, latestRevision, begunAt } = brief;
  if (!approved)
    throw new Failure('gate_blocked', 'No revision is approved.', {
      hint: `Approve revision ${latestRevision} first.`,
    });
  if (!isUnsent) return approved.revision;
  await requireApprover(deps, tx, brief);
  if (begunAt !== null && approved.revision !== latestRevision)
    throw new Failure(
      'gate_blocked',
      `Revision ${latestRevision} was saved after revision ${approved.revision} was approved.`,
      {
        hint: `Approve revision ${latestRevision} first.`,
      },
    );
  return approved.revision;
}
