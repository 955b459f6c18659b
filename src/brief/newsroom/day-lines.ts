import { isEditorial } from '#core/actor.ts';
import type { DayLine, FindDayLines } from '#http/declared.ts';
import { type BriefRecord, listBriefs } from '../issues/brief-record.ts';
import { isUnapproved } from './waiting.ts';

/** Issues looked at, the latest days first. */
const MOST_READ = 20;

/** The issues of the Field Brief that went out or go out on these days. */
export const findDayLines: FindDayLines = async (deps, member, { from, before }) => {
  if (!isEditorial(member)) return [];
  const briefs = await listBriefs(deps.db.read, MOST_READ);
  return briefs.map(toLine).filter(({ at }) => at >= from && at < before);
};

function toLine(brief: BriefRecord): DayLine {
  const line = { title: `Field Brief No. ${brief.number}`, path: `/newsroom/briefs/${brief.day}` };
  if (brief.sentAt !== null) return { ...line, at: brief.sentAt, what: 'Sent', isForReaders: true };
  return {
    ...line,
    at: brief.due?.at ?? brief.day,
    what: 'Goes out',
    ...(isUnapproved(brief) && { trouble: 'not approved' }),
  };
}
