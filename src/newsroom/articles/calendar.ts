import { html } from 'hono/html';
import { deskName } from '#article/desk.ts';
import { isEditorial } from '#core/actor.ts';
import { moveSchedule } from '#editorial/publish/move-schedule.ts';
import { setDue } from '#editorial/review/assign.ts';
import type { Html } from '#html/html.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime, inZone, todayOf, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type Month, nextMonth, readMonth } from '#newsroom/articles/read/calendar.ts';
import { calendarGrid, type DayEntry, dayWords, KIND_NAMES } from './calendar-grid.ts';

/** `GET /newsroom/calendar?month=2026-11`: what was published in a month and what is planned. */
export async function showCalendar(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const today = todayOf(c);
  const month = readMonthOf(c.req.query('month')) ?? today.slice(0, 7);
  const read = await readMonth(deps.db.read, actor, month, zoneOf(c));
  const entries = read.entries.map((entry) => toDayEntry(entry, zoneOf(c)));
  const moved = c.req.query('moved');
  const summary = inWords(read);
  return newsroomPage(c, {
    title: `Calendar, ${nameOf(month)}`,
    styles: ['newsroom-charts.css', 'newsroom-calendar.css'],
    scripts: ['calendar'],
    main: html`<h1>${nameOf(month)}</h1>
${movedNote(entries.find((one) => one.articleId === moved && (one.kind === 'due' || one.kind === 'scheduled')))}
${monthLinks(month, today)}
${calendarGrid({ month, today, entries, maySchedule: isEditorial(actor), moved, summary })}
${dayTable(entries, read.isCut, month)}`,
  });
}

/** `POST /newsroom/calendar/due`: moves the due day of an article, or sets it. */
export async function postDueDay(c: Context): Promise<Response> {
  const { id = '', day = '' } = await parseForm(c);
  await setDue(c.var.deps, c.var.actor, id, day);
  return redirect(`/newsroom/calendar?month=${day.slice(0, 7)}&moved=${id}`);
}

/** `POST /newsroom/calendar/scheduled`: moves a scheduled publication to another day, at the same time of the person's zone. */
export async function postScheduledDay(c: Context): Promise<Response> {
  const { id = '', day = '' } = await parseForm(c);
  await moveSchedule(c.var.deps, c.var.actor, id, { day, zone: zoneOf(c) });
  return redirect(`/newsroom/calendar?month=${day.slice(0, 7)}&moved=${id}`);
}

function toDayEntry(entry: Month['entries'][number], zone: string): DayEntry {
  const local = entry.at.length > 10 ? inZone(entry.at, zone) : entry.at;
  return { ...entry, day: local.slice(0, 10), time: local.slice(11) };
}

function movedNote(entry: DayEntry | undefined): Html | string {
  if (!entry) return '';
  const { headline, kind, day, time } = entry;
  const words = kind === 'due' ? 'is due on' : 'is scheduled for';
  return html`<p class="done" role="status">“${headline}” ${words} ${dayWords(day)}${time ? `, ${time}` : ''}.</p>`;
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

const KINDS = ['published', 'corrected', 'withdrawn', 'scheduled', 'due'] as const;

function inWords({ entries }: Month): string {
  const said = KINDS.map((kind) => ({ kind, count: entries.filter((entry) => entry.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${KIND_NAMES[kind].toLowerCase()}`);
  return said.length > 0 ? `${said.join(', ')}. Each is in the list.` : 'Nothing was published and nothing is planned.';
}

function dayTable(entries: DayEntry[], isCut: boolean, month: string): Html {
  if (entries.length === 0)
    return html`<p>Nothing was published in ${nameOf(month)}, and nothing is planned. Articles appear here when they are published, scheduled or given a due day.</p>`;
  return html`<details id="list">
<summary>The same as a list, ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}</summary>
${isCut ? html`<p class="hint">There are more entries than this list shows.</p>` : ''}
<table class="plan">
<thead><tr><th scope="col">Day</th><th scope="col">What</th><th scope="col">Headline</th><th scope="col">Desk</th></tr></thead>
<tbody>${entries.map(line)}</tbody>
</table>
</details>`;
}

function line({ at, kind, articleId, headline, desk }: DayEntry): Html {
  return html`<tr><td>${at.length > 10 ? formatTime(at) : html`<time datetime="${at}">${at}</time>`}</td>
<td>${KIND_NAMES[kind]}</td>
<th scope="row"><a href="/newsroom/articles/${articleId}">${headline}</a></th>
<td>${deskName(desk)}</td></tr>`;
}
