import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import { dayWords } from '#html/newsroom/time.ts';
import type { FindWaiting, WaitingItem } from '#http/declared.ts';
import { type BriefRecord, listBriefs } from '../issues/brief-record.ts';

/** Issues looked at, the latest days first. */
const MOST_READ = 20;
/** An issue waits for its approval this many days before its day. */
const AHEAD = 3;

/** The issues to approve, and those that are held because something is wrong with them. */
export const findWaiting: FindWaiting = async (deps, member, today) => {
  if (!isEditorial(member)) return [];
  const last = new Date(Date.parse(today) + AHEAD * 86_400_000).toISOString().slice(0, 10);
  const briefs = await listBriefs(deps.db.read, MOST_READ);
  return [
    ...briefs
      .filter((brief) => brief.day <= last && brief.day >= today && isUnapproved(brief))
      .map((brief) => toApprove(brief, today)),
    ...briefs.filter(({ state }) => state === 'held').map(held),
  ];
};

/** Whether its latest revision needs an approval. */
export function isUnapproved({ state, approved, latestRevision }: BriefRecord): boolean {
  return (state === 'draft' || state === 'scheduled') && approved?.revision !== latestRevision;
}

function toApprove({ day, number }: BriefRecord, today: string): WaitingItem {
  return {
    at: BRIEFS,
    title: `Field Brief No. ${number}`,
    facts: html`Not approved · goes out <time datetime="${day}">${dayWords(day, today)}</time>`,
    act: { text: 'Read and approve', path: `${BRIEFS}/${day}` },
  };
}

function held({ day, number, problem }: BriefRecord): WaitingItem {
  return {
    at: BRIEFS,
    isFailure: true,
    title: `Field Brief No. ${number} is paused`,
    facts: problem ?? 'It is not sent until an editor resumes it.',
    act: { text: 'See why', path: `${BRIEFS}/${day}` },
  };
}

const BRIEFS = '/newsroom/briefs';
