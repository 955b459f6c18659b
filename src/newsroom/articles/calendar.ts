import { html } from 'hono/html';
import { sectionName } from '#article/section.ts';
import { isEditorial } from '#core/actor.ts';
import { moveSchedule } from '#editorial/publish/move-schedule.ts';
import { readSchedule } from '#editorial/publish/schedule.ts';
import { setDue } from '#editorial/review/assign.ts';
import type { Html } from '#html/html.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { button, linkButton } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { newsroomPage, redirect, type Toast } from '#html/newsroom/page.ts';
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
    styles: ['newsroom-calendar.css'],
    scripts: ['calendar'],
    toast: movedToast(
      entries.find((entry) => entry.articleId === moved && (entry.kind === 'due' || entry.kind === 'scheduled')),
      c.req.query('from'),
    ),
    head: { title: nameOf(month), others: [{ form: monthLinks(month, today) }] },
    main: html`${calendarGrid({ month, today, entries, maySchedule: isEditorial(actor), moved, summary })}
${dayTable(entries, read.isCut, month)}`,
  });
}

/** `POST /newsroom/calendar/due`: moves the due day of an article, or sets it. */
export async function postDueDay(c: Context): Promise<Response> {
  const { id = '', day = '' } = await parseForm(c);
  const before = await setDue(c.var.deps, c.var.actor, id, day);
  return redirect(`/newsroom/calendar?month=${day.slice(0, 7)}&moved=${id}${before ? `&from=${before}` : ''}`);
}

/** `POST /newsroom/calendar/scheduled`: moves a scheduled publication to another day, at the same time of the person's zone. */
export async function postScheduledDay(c: Context): Promise<Response> {
  const { id = '', day = '' } = await parseForm(c);
  const { planned } = await readSchedule(c.var.deps.db.read, c.var.actor, id);
  await moveSchedule(c.var.deps, c.var.actor, id, { day, zone: zoneOf(c) });
  const before = planned ? `&from=${inZone(planned.at, zoneOf(c)).slice(0, 10)}` : '';
  return redirect(`/newsroom/calendar?month=${day.slice(0, 7)}&moved=${id}${before}`);
}

function toDayEntry(entry: Month['entries'][number], zone: string): DayEntry {
  const local = entry.at.length > 10 ? inZone(entry.at, zone) : entry.at;
  return { ...entry, day: local.slice(0, 10), time: local.slice(11) };
}

/** The day of an article now, and the undo to the day `from`. */
function movedToast(entry: DayEntry | undefined, from = ''): Toast | null {
  if (!entry) return null;
  const { articleId, headline, kind, day, time } = entry;
  const words = kind === 'due' ? 'is due on' : 'is scheduled for';
  const text = `“${headline}” ${words} ${dayWords(day)}${time ? `, ${time}` : ''}.`;
  if (!/^\d{4}-\d\d-\d\d$/.test(from) || from === day) return { text };
  const undo = html`<form method="post" action="/newsroom/calendar/${kind}"><input type="hidden" name="id" value="${articleId}"><input type="hidden" name="day" value="${from}">${button({ text: 'Undo', weight: 'plain' })}</form>`;
  return { text, undo };
}

function readMonthOf(text: string | undefined): string | null {
  return text !== undefined && /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text) ? text : null;
}

function nameOf(month: string): string {
  const date = new Date(`${month}-01T00:00:00.000Z`);
  return date.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** `October`, with the year in another year than the month beside it. */
function shortName(month: string): string {
  return month.endsWith('-12') || month.endsWith('-01') ? nameOf(month) : (nameOf(month).split(' ')[0] ?? '');
}

function monthLinks(month: string, today: string): Html {
  const before = new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 7);
  const after = nextMonth(month).slice(0, 7);
  return html`<nav class="months acts" aria-label="Months">${month === today.slice(0, 7) ? '' : linkButton({ text: 'This month', href: '/newsroom/calendar', weight: 'quiet' })}
<a class="btn plain" href="/newsroom/calendar?month=${before}" rel="prev">${shortName(before)}</a>
<a class="btn plain" href="/newsroom/calendar?month=${after}" rel="next">${shortName(after)}</a></nav>`;
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
    return emptyState({
      title: `Nothing in ${nameOf(month)}`,
      text: 'Articles appear here when they are published, scheduled or given a due day.',
    });
  return html`<details id="list">
<summary>The same as a list, ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}</summary>
${isCut ? html`<p class="hint">There are more entries than this list shows.</p>` : ''}
<table class="plan">
<thead><tr><th scope="col">Day</th><th scope="col">What</th><th scope="col">Headline</th><th scope="col">Section</th></tr></thead>
<tbody>${entries.map(line)}</tbody>
</table>
</details>`;
}

function line({ at, kind, articleId, headline, section }: DayEntry): Html {
  return html`<tr><td>${at.length > 10 ? formatTime(at) : html`<time datetime="${at}">${at}</time>`}</td>
<td>${KIND_NAMES[kind]}</td>
<th scope="row"><a href="/newsroom/articles/${articleId}">${headline}</a></th>
<td>${sectionName(section)}</td></tr>`;
}
