import type { DatedPages } from '#http/declared.ts';
import { listSentBriefs } from './issues/archive.ts';

/** The pages of sent briefs. */
export const datedPages: DatedPages = async (tx) => {
  const briefs = await listSentBriefs(tx);
  return briefs.map(({ day, sentAt }) => ({ path: `/brief/${day}`, changedAt: sentAt }));
};
