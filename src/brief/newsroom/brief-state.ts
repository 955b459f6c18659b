import { html } from 'hono/html';
import type { BriefRecord } from '#brief/issues/brief-record.ts';
import type { Html } from '#html/html.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { formatTime } from '#html/newsroom/time.ts';

// The state of a brief in words.

export function briefPill({ state, approved, latestRevision }: BriefRecord): Html {
  switch (state) {
    case 'draft':
      return approved?.revision === latestRevision ? pill('Approved', 'ready') : pill('Draft');
    case 'scheduled':
      return pill('Scheduled', 'ready');
    case 'held':
      return pill('Paused', 'block');
    case 'sending':
      return pill('Going out', 'ready');
    case 'sent':
      return pill('Sent');
  }
}

/** What happened, or what happens next, as a sentence. */
export function stateWords({ state, approved, due, problem, sentAt, latestRevision }: BriefRecord): Html {
  switch (state) {
    case 'draft':
      if (approved?.revision !== latestRevision) return html`Revision ${latestRevision} waits for approval.`;
      return html`${approved.name} approved revision ${approved.revision}. It has no time yet.`;
    case 'scheduled':
      return html`Revision ${approved?.revision} goes out at ${due?.wall.slice(11)} ${due?.zone}${due ? html` (${formatTime(due.at)} UTC)` : ''}.`;
    case 'held':
      return html`Nothing is sent until an editor resumes it. ${problem}`;
    case 'sending':
      return html`Revision ${approved?.revision} is going out.`;
    case 'sent':
      return html`Revision ${approved?.revision} was sent${sentAt ? html` at ${formatTime(sentAt)} UTC` : ''}.`;
  }
}

/** The page on which a brief goes on. */
export function nextPage({ day, state, approved, latestRevision }: BriefRecord): string {
  const isComposed = state !== 'draft' || approved?.revision === latestRevision;
  return `/newsroom/briefs/${day}${isComposed ? '/send' : ''}`;
}
