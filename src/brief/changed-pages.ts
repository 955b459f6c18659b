import type { ChangedPages } from '#http/declared.ts';
import { listBriefsWith, listSentBriefs } from './issues/archive.ts';

/** What the publication log names when a brief was sent: the archive changes, and no article. */
const BRIEFS = 'briefs';

/** The pages of sent briefs: all of them when one was sent, else those with a changed article. */
export const changedPages: ChangedPages = async (tx, changed) => {
  const briefs =
    changed === null || changed.includes(BRIEFS) ? await listSentBriefs(tx) : await listBriefsWith(tx, changed);
  return briefs.map(({ day, sentAt }) => ({ path: `/brief/${day}`, changedAt: sentAt }));
};
