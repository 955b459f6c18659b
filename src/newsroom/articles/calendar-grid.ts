import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import type { MonthEntry, MonthKind } from '#newsroom/articles/read/calendar.ts';

export const KIND_NAMES: Record<MonthKind, string> = {
  published: 'Published',
  corrected: 'Corrected',
  withdrawn: 'Unpublished',
  scheduled: 'Scheduled',
  due: 'Due',
};

/** An entry of the calendar on its day, in the zone of the reader. */
export type DayEntry = MonthEntry & { day: string; time: string };

export type CalendarMonth = {
  month: string;
  today: string;
  entries: DayEntry[];
  /** Whether the reader may move scheduled publications. */
  maySchedule: boolean;
  /** The article that was just moved: its button gets the focus. */
  moved: string | undefined;
  summary: string;
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DAY = 86_400_000;
/** Entries shown in a cell; the list below the calendar has all. */
const MOST_SHOWN = 6;

/** A month as a table with a week in each row. The cells name what is published and planned; plans can be moved. */
export function calendarGrid(calendar: CalendarMonth): Html {
  const { month, summary } = calendar;
  const byDay = Map.groupBy(calendar.entries, ({ day }) => day);
  return html`<p class="unseen" id="move-hint">Drag a plan to another day, or press its Move button. By keyboard: the arrow keys on Move choose the day, Enter moves it, Escape cancels.</p>
<p class="unseen" id="move-said" role="status"></p>
<table class="month" id="month">
<caption class="unseen">${summary}</caption>
<thead><tr>${WEEKDAYS.map((name) => html`<th scope="col"><abbr title="${name}">${name.slice(0, 3)}</abbr></th>`)}</tr></thead>
<tbody>${weeksOf(month).map(
    (week) => html`
<tr>${week.map((day) => (day.startsWith(month) ? cell(day, byDay.get(day) ?? [], calendar) : html`<td class="other"></td>`))}</tr>`,
  )}</tbody>
</table>`;
}

/** The days of a month in weeks from Monday to Sunday, with the days of other months that complete them. */
function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01`);
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY;
  const weeks: string[][] = [];
  for (let at = start; weeks.length === 0 || dayOf(at).startsWith(month); at += 7 * DAY)
    weeks.push(Array.from({ length: 7 }, (_, index) => dayOf(at + index * DAY)));
  return weeks;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function cell(day: string, entries: DayEntry[], calendar: CalendarMonth): Html {
  const more = entries.length - MOST_SHOWN;
  const words = dayWords(day);
  return html`<td data-day="${day}" data-words="${words}"${dayClass(day, entries, calendar)}>
<p class="day"><time datetime="${day}"><span class="weekday">${words.slice(0, 3)} </span>${Number(day.slice(8))}</time>${day === calendar.today ? html` <b>today</b>` : ''}
<a class="plan-day" href="/newsroom/calendar/plan?day=${day}" title="Plan for ${words}"><span aria-hidden="true">+</span><span class="unseen">Plan for ${words}</span></a></p>
${entries.length > 0 ? html`<ul>${entries.slice(0, MOST_SHOWN).map((entry) => item(entry, calendar))}</ul>` : ''}
${more > 0 ? html`<p class="more"><a href="#list">${more} more<span class="unseen"> on ${words}</span></a></p>` : ''}</td>`;
}

/** A phone leaves out days that are over and empty. */
function dayClass(day: string, entries: readonly DayEntry[], { today }: CalendarMonth): Html | string {
  if (day === today) return html` class="today"`;
  return day < today && entries.length === 0 ? html` class="gone"` : '';
}

/** `Monday 7 September`. */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  return date
    .toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .replace(',', '');
}

function item(entry: DayEntry, { maySchedule, moved }: CalendarMonth): Html {
  const { kind, articleId, headline, time } = entry;
  const isMovable = kind === 'due' || (kind === 'scheduled' && maySchedule);
  const label = html`<span class="kind">${KIND_NAMES[kind]}${time ? ` ${time}` : ''}</span>`;
  const link = html`<a href="/newsroom/articles/${articleId}">${headline}</a>`;
  if (!isMovable) return html`<li class="entry-${kind}">${label} ${link}</li>`;
  return html`<li class="entry-${kind}" draggable="true">${label} ${link}
<details class="move"><summary aria-describedby="move-hint"${articleId === moved ? html` autofocus` : ''}>Move<span class="unseen"> ${headline}</span></summary>
<form method="post" action="/newsroom/calendar/${kind}"><input type="hidden" name="id" value="${articleId}">
<p><label>To the day <input type="date" name="day" value="${entry.day}" required></label> <button class="plain">Move</button></p></form></details></li>`;
}
