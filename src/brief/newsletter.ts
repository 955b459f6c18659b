import type { FindIssues } from '#http/declared.ts';
import { findBriefs } from './issues/brief-record.ts';
import { stateLine } from './newsroom/briefs-page.ts';

/** The briefs of days that the ad desk sells. */
export const findIssues: FindIssues = async (tx, days) => {
  const briefs = await findBriefs(tx, days);
  return [...briefs.values()].map((brief) => ({
    ...{ day: brief.day, number: brief.number, state: brief.state, latestRevision: brief.latestRevision },
    stateHtml: stateLine(brief).toString(),
    orderId: brief.sponsor?.orderId ?? null,
    isOpen: brief.state !== 'sent' && brief.state !== 'sending',
    path: `/newsroom/briefs/${brief.day}`,
    archivePath: brief.state === 'sent' ? `/brief/${brief.day}` : null,
  }));
};
