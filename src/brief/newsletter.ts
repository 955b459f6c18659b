import type { CountReaders, FindIssues } from '#http/declared.ts';
import { findBriefs } from './issues/brief-record.ts';
import { briefPill, stateWords } from './newsroom/brief-state.ts';

/** The briefs of days that the ad desk sells. */
export const findIssues: FindIssues = async (tx, days) => {
  const briefs = await findBriefs(tx, days);
  return [...briefs.values()].map((brief) => ({
    day: brief.day,
    number: brief.number,
    state: brief.state,
    latestRevision: brief.latestRevision,
    stateHtml: `${briefPill(brief)} ${stateWords(brief)}`,
    orderId: brief.sponsor?.orderId ?? null,
    isOpen: brief.state !== 'sent' && brief.state !== 'sending',
    path: `/newsroom/briefs/${brief.day}`,
    archivePath: brief.state === 'sent' ? `/brief/${brief.day}` : null,
  }));
};

/** Subscribers who confirmed their address. */
export const countReaders: CountReaders = async (tx) => {
  const { count } = await tx
    .selectFrom('subscriber')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('state', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return Number(count);
};
