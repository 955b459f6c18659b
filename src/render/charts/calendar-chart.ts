import { html } from 'hono/html';
import type { Html } from '../html/html.ts';

/** The counts of each kind on a day. */
export type DayCounts = { published: number; corrected: number; withdrawn: number; scheduled: number; due: number };
export const KINDS = ['published', 'corrected', 'withdrawn', 'scheduled', 'due'] as const;

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const CELL = { width: 52, height: 62 };
const TOP = 20;

export type CalendarDrawing = {
  /** `2026-11`. */
  month: string;
  /** `2026-11-21`. */
  today: string;
  title: string;
  description: string;
  days: ReadonlyMap<string, DayCounts>;
};

/** A month as a grid of days, each with marks and counts of published and planned articles. */
export function calendarDrawing({ month, today, title, description, days }: CalendarDrawing): Html {
  const first = new Date(`${month}-01T00:00:00.000Z`);
  const offset = (first.getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const rows = Math.ceil((offset + length) / 7);
  const cells = Array.from({ length }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    const [x, y] = [((offset + index) % 7) * CELL.width, TOP + Math.floor((offset + index) / 7) * CELL.height];
    return cell({ x, y, number: index + 1, isToday: day === today, counts: days.get(day) });
  });
  return html`<svg class="drawing calendar" viewBox="-1 0 366 ${TOP + rows * CELL.height + 2}" role="img" aria-labelledby="calendar-name calendar-words">
<title id="calendar-name">${title}</title><desc id="calendar-words">${description}</desc>
${DAYS.map((day, index) => html`<text class="axis" x="${index * CELL.width + 5}" y="13">${day}</text>`)}
${cells}
</svg>`;
}

type Cell = { x: number; y: number; number: number; isToday: boolean; counts: DayCounts | undefined };

function cell({ x, y, number, isToday, counts }: Cell): Html {
  const marks = counts ? KINDS.filter((kind) => counts[kind] > 0) : [];
  return html`<rect class="${isToday ? 'cell today' : 'cell'}" x="${x}" y="${y}" width="${CELL.width}" height="${CELL.height}"/>
<text class="${marks.length > 0 ? 'day' : 'day empty'}" x="${x + 5}" y="${y + 15}">${number}</text>
${marks.map((kind, index) => {
  const [left, middle] = [x + 6 + (index % 2) * 23, y + 26 + Math.floor(index / 2) * 13];
  return html`${calendarMark(kind, left, middle)}<text class="count" x="${left + 11}" y="${middle + 4}">${counts?.[kind] ?? 0}</text>`;
})}
`;
}

/** The mark of a kind, nine wide, at a left edge and a middle: each kind has its own shape. */
export function calendarMark(kind: (typeof KINDS)[number], x: number, y: number): Html {
  switch (kind) {
    case 'published':
      return html`<rect class="solid" x="${x}" y="${y - 4}" width="8" height="8"/>`;
    case 'corrected':
      return html`<path class="accent" d="M${x - 0.5} ${y + 4}h9l-4.5 -8.5z"/>`;
    case 'withdrawn':
      return html`<path class="line" d="M${x} ${y - 4}l8 8m0 -8l-8 8"/>`;
    case 'scheduled':
      return html`<rect class="line" x="${x + 0.75}" y="${y - 3.25}" width="6.5" height="6.5"/>`;
    case 'due':
      return html`<circle class="line" cx="${x + 4}" cy="${y}" r="3.5"/>`;
  }
}
