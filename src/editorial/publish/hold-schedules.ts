import type { HoldCopy } from '#http/declared.ts';
import { writeJournal } from '#runtime/journal.ts';
import { NO_SCHEDULE } from './schedule.ts';

/** Cancels every schedule in a copy of the data, and stores the reason with the article. */
export const holdCopy: HoldCopy = async (deps, tx, { actor, because }) => {
  const rows = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.scheduled_revision'),
    )
    .select(['article.id', 'article.scheduled_for as at', 'revision.number', 'revision.headline'])
    .where('article.scheduled_for', 'is not', null)
    .orderBy('article.scheduled_for')
    .execute();
  const sentences: string[] = [];
  for (const { id, at: time, number, headline } of rows) {
    const at = time ?? '';
    const when = `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
    const trouble = `Revision ${number} was scheduled for ${when}. ${because} Schedule it again if that is still right.`;
    await tx
      .updateTable('article')
      .set({ ...NO_SCHEDULE, schedule_trouble: trouble })
      .where('id', '=', id)
      .execute();
    await writeJournal(deps, tx, actor, {
      act: 'article.unscheduled',
      subject: { kind: 'article', id },
      revision: number,
      detail: { scheduleSetAside: { at, revision: number }, because },
    });
    sentences.push(`“${headline}” is not published on ${when}: schedule it again if that is still right.`);
  }
  return sentences;
};
