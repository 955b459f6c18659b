import { html } from 'hono/html';
import { deskName } from '../../../article/model/desk.ts';
import { type Month, type MonthEntry, type MonthKind, nextMonth, readMonth } from '../../../article/read/calendar.ts';
import { calendarDrawing, calendarMark, type DayCounts, KINDS } from '../../../render/charts/calendar-chart.ts';
import type { Html } from '../../../render/html/html.ts';
import { now } from '../../../runtime/deps.ts';
import type { Context } from '../../kit/context.ts';
import { newsroomPage } from '../kit/page.ts';

const NAMES: Record<MonthKind, string> = {
  published: 'Published',
  corrected: 'Corrected',
  withdrawn: 'Unpublished',
  scheduled: 'Scheduled',
  due: 'Due',
};

/** `GET /newsroom/calendar?month=2026-11`: what was published in a month and what is planned. */
export async function showCalendar(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const today = now(deps).slice(0, 10);
  const month = readMonthOf(c.req.query('month')) ?? today.slice(0, 7);
  const read = await readMonth(deps.db.read, actor, month);
  return newsroomPage(c, {
    title: `Calendar, ${nameOf(month)}`,
    styles: ['newsroom-charts.css'],
    main: html`<h1>${nameOf(month)}</h1>
${monthLinks(month, today)}
<div class="beside">
<figure>
${calendarDrawing({ month, today, title: `Calendar of ${nameOf(month)}`, description: inWords(read), days: countDays(read) })}
<figcaption>${legend()}</figcaption>
</figure>
${dayTable(read, month)}
</div>`,
  });
}

function readMonthOf(text: string | undefined): string | null {
  return text !== undefined && /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text) ? text : null;
}

function nameOf(month: string): string {
  const date = new Date(`${month}-01T00:00:00.000Z`);
  return date.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function monthLinks(month: string, today: string): Html {
  const before = new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 7);
  const after = nextMonth(month).slice(0, 7);
  return html`<nav class="months" aria-label="Months"><a href="/newsroom/calendar?month=${before}" rel="prev">${nameOf(before)}</a>
<a href="/newsroom/calendar?month=${after}" rel="next">${nameOf(after)}</a>
${month === today.slice(0, 7) ? '' : html`<a href="/newsroom/calendar">This month</a>`}</nav>`;
}

function countDays({ entries }: Month): Map<string, DayCounts> {
  const days = new Map<string, DayCounts>();
  for (const { at, kind } of entries) {
    const day = at.slice(0, 10);
    const counts = days.get(day) ?? { published: 0, corrected: 0, withdrawn: 0, scheduled: 0, due: 0 };
    days.set(day, { ...counts, [kind]: counts[kind] + 1 });
  }
  return days;
}

function inWords({ entries }: Month): string {
  const said = KINDS.map((kind) => ({ kind, count: entries.filter((entry) => entry.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${NAMES[kind].toLowerCase()}`);
  return said.length > 0 ? `${said.join(', ')}. Each is in the list.` : 'Nothing was published and nothing is planned.';
}

function legend(): Html {
  return html`<ul class="legend">${KINDS.map(
    (kind) =>
      html`<li><svg class="drawing" viewBox="-1 -6 11 12" width="14" height="15" aria-hidden="true">${calendarMark(kind, 0, 0)}</svg> ${NAMES[kind]}</li>`,
  )}</ul>`;
}

function dayTable({ entries, isCut }: Month, month: string): Html {
  if (entries.length === 0)
    return html`<p>Nothing was published in ${nameOf(month)}, and nothing is planned. Articles appear here when they are published, scheduled or given a due day.</p>`;
  return html`<details open>
<summary>The same as a list, ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}</summary>
${isCut ? html`<p class="hint">There are more entries than this list shows.</p>` : ''}
<table class="plan">
<thead><tr><th scope="col">Day (UTC)</th><th scope="col">What</th><th scope="col">Headline</th><th scope="col">Desk</th></tr></thead>
<tbody>${entries.map(line)}</tbody>
</table>
</details>`;
}

function line({ at, kind, articleId, headline, desk }: MonthEntry): Html {
  const time = at.length > 10 ? ` ${at.slice(11, 16)}` : '';
  return html`<tr><td><time datetime="${at}">${at.slice(0, 10)}${time}</time></td>
<td>${NAMES[kind]}</td>
<th scope="row"><a href="/newsroom/articles/${articleId}">${headline}</a></th>
<td>${deskName(desk)}</td></tr>`;
}
