import type { DayLine, FindDayLines } from '#http/declared.ts';
import { type MonthEntry, type MonthKind, readDays } from '#newsroom/articles/read/calendar.ts';

/** What was published, corrected and withdrawn on these days, and what is scheduled or due. */
export const findDayLines: FindDayLines = async (deps, member, { from, before, zone }) => {
  if (member.sellsAds) return [];
  const { entries } = await readDays(deps.db.read, member, { from, before }, zone);
  return entries.map(toLine);
};

const WORDS: Record<MonthKind, string> = {
  published: 'Published',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
  scheduled: 'Goes out',
  due: 'Due',
};

function toLine({ kind, at, articleId, headline }: MonthEntry): DayLine {
  const isDone = kind === 'published' || kind === 'corrected' || kind === 'withdrawn';
  return {
    at,
    what: WORDS[kind],
    title: headline,
    path: `/newsroom/articles/${articleId}`,
    ...(isDone && { isForReaders: true as const }),
  };
}
