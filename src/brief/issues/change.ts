import type { Actor } from '#core/actor.ts';
import type { Deps } from '#runtime/deps.ts';
import { type BriefCopy, getBrief } from './brief-record.ts';
import { checkCopy, saveBrief } from './compose.ts';
import { hasGoneOut } from './first-email.ts';
import { holdBrief } from './plan.ts';

/**
 * Saves a revision as `saveBrief` does. It first holds a brief that waits for its first email, and commits
 * the hold, so that no email of the older revision goes out. The save refuses a brief with a started email.
 * @throws forbidden (writers and agents), not_found, revision_conflict, validation_failed, already_done
 */
export async function changeBrief(
  deps: Deps,
  actor: Actor,
  { day, baseRevision, copy }: { day: string; baseRevision: number; copy: BriefCopy },
): Promise<{ day: string; revision: number; wasStopped: boolean }> {
  checkCopy(copy);
  const { state, latestRevision } = await getBrief(deps.db.read, day);
  const wasStopped = state === 'sending' && latestRevision === baseRevision && !(await hasGoneOut(deps.db.read, day));
  if (wasStopped) await holdBrief(deps, actor, day, 'It is being changed.');
  return { ...(await saveBrief(deps, actor, { day, baseRevision, copy })), wasStopped };
}
