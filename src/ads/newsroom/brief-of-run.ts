import { html, raw } from 'hono/html';
import type { Run } from '#ads/runs/runs.ts';
import { type Html, longDate } from '#html/html.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { NewsletterIssue } from '#http/declared.ts';
import type { OrderRecord } from './order-record.ts';

/** The brief of a day with its state, as one cell of the calendar. */
export function briefCell({ place, startsOn }: Run, briefs: ReadonlyMap<string, NewsletterIssue>): Html | string {
  if (place !== 'field-brief') return '';
  const brief = briefs.get(startsOn);
  if (!brief) return html`<span class="hint">not begun</span>`;
  return html`<a href="${brief.path}">No. ${brief.number}</a> ${pill(brief.state)}`;
}

/** The Field Briefs of an order: the brief of each day, whether the ad is in it, and the recorded send. */
export function briefsPart({ order, runs, sends, briefs }: OrderRecord): Html | string {
  const sold = runs.filter(({ place }) => place === 'field-brief');
  if (sold.length === 0 && sends.length === 0) return '';
  return html`<h2 id="brief">Field Brief</h2>
${sold.map(({ startsOn }) => briefLine(order.id, startsOn, briefs.get(startsOn)))}
${sends.length > 0 ? html`<ul>${sends.map(({ day, sentAt, notedBy }) => html`<li>${day}: sent ${formatTime(sentAt)} (UTC), recorded by ${notedBy}</li>`)}</ul>` : ''}`;
}

function briefLine(orderId: string, day: string, brief: NewsletterIssue | undefined): Html {
  if (!brief)
    return html`<p>The brief of ${longDate(day)} is not begun. The server places the accepted ad in it. <a href="/newsroom/briefs">All briefs</a></p>`;
  const name = html`<a href="${brief.path}">The brief of ${longDate(day)}, No. ${brief.number}</a>`;
  const archive = brief.archivePath ? html` <a href="${brief.archivePath}">In the archive</a>` : '';
  return html`<p>${name}: ${raw(brief.stateHtml)}${archive}</p>
<p>${placement(orderId, brief)}</p>`;
}

function placement(orderId: string, { orderId: placed, latestRevision, isOpen }: NewsletterIssue): string {
  if (placed === orderId) return 'The ad is in it.';
  if (!isOpen) return 'The ad is not in it.';
  return `Revision ${latestRevision} does not have the ad yet. The next save places it when it is accepted, and without it the brief cannot be sent.`;
}
