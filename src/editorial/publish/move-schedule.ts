import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { timesOf, wallTime } from '#core/wall-time.ts';
import type { Deps } from '#runtime/deps.ts';
import { readSchedule, type ScheduledPublication, schedule } from './schedule.ts';

/**
 * Moves a scheduled publication to another day, at the same time by the clocks of a zone. The same revision is published.
 * @throws already_done if it is scheduled for that day already, not_found without a schedule, validation_failed if the clocks skip that
 *   time or show it twice, or if it has passed, and the errors of `schedule`
 */
export async function moveSchedule(
  deps: Deps,
  actor: Actor,
  articleId: string,
  { day, zone }: { day: string; zone: string },
): Promise<ScheduledPublication> {
  const { planned } = await readSchedule(deps.db.read, actor, articleId);
  if (!planned)
    throw new Failure('not_found', 'This article is not scheduled.', {
      hint: 'Schedule it on the page of the article.',
    });
  const local = wallTime(Date.parse(planned.at), zone);
  if (local.startsWith(day))
    throw new Failure('already_done', 'It is scheduled for this day already.', { hint: 'No action is needed.' });
  const [at, second] = timesOf(`${day}${local.slice(10)}`, zone) ?? [];
  if (at === undefined || second !== undefined) {
    const fault = at === undefined ? `never show ${local.slice(11)}` : `show ${local.slice(11)} twice`;
    throw new Failure('validation_failed', `Clocks in ${zone} ${fault} on this day.`, {
      hint: 'Choose the time on the page of the article.',
    });
  }
  const { noCorrectionBecause } = planned;
  const choice = noCorrectionBecause === null ? null : { noneBecause: noCorrectionBecause };
  return schedule(deps, actor, { articleId, revisionNumber: planned.revision, at, choice });
}
