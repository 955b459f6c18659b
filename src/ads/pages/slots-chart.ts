import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

/** The height of a row with one lane, and of each further lane. */
const ROW = 46;
const LANE = 24;
const TOP = 24;
const DAY = 86_400_000;

/** `waits`: an order that has not booked the days yet; it may have them on hold. */
type Run = { advertiser: string; startsOn: string; endsOn: string; waits?: 'on hold' | 'asked for' };

export type SlotsDrawing = {
  /** The id of the drawing, unique on its page. */
  id: string;
  title: string;
  description: string;
  span: { startsOn: string; endsOn: string };
  today: string;
  rows: readonly { name: string; runs: readonly Run[] }[];
};

/** The slots of each place by day, with their advertisers. The chart stretches to the page, its text does not. */
export function slotsDrawing({ id, title, description, span, today, rows }: SlotsDrawing): Html {
  const laned = rows.map(({ name, runs }) => ({ name, lanes: lanesOf(runs) }));
  const heights = laned.map(({ lanes }) => ROW + Math.max(0, lanes.length - 1) * LANE);
  const height = heights.reduce((sum, rowHeight) => sum + rowHeight, TOP);
  const first = Date.parse(span.startsOn);
  const length = Date.parse(span.endsOn) + DAY - first;
  const at = (day: string) => {
    const part = Math.min(1, Math.max(0, (Date.parse(day) - first) / length));
    return Math.round(part * 10_000) / 100;
  };
  const end = (day: string) => at(new Date(Date.parse(day) + DAY).toISOString().slice(0, 10));
  const isNow = today >= span.startsOn && today <= span.endsOn;
  return html`<svg class="drawing slots" width="100%" height="${height}" role="img" aria-labelledby="${id}-name ${id}-words">
<title id="${id}-name">${title}</title><desc id="${id}-words">${description}</desc>
${monthsOf(span).map(
  ({ day, name }) => html`<line class="cell" x1="${at(day)}%" x2="${at(day)}%" y1="4" y2="${height}"/>
<text class="axis" x="${at(day)}%" dx="5" y="14">${name}</text>`,
)}
${laned.map(({ name, lanes }, index) => {
  const top = heights.slice(0, index).reduce((sum, rowHeight) => sum + rowHeight, TOP);
  const bottom = top + (heights[index] ?? ROW);
  return html`<text class="name" x="0" y="${top + 14}">${name}</text>
<line class="ground" x1="0" x2="100%" y1="${bottom - 5.5}" y2="${bottom - 5.5}"/>
${lanes.map((runs, lane) => runs.map((run) => held(run, top + 20 + lane * LANE, at(run.startsOn), end(run.endsOn))))}
${isNow ? html`<line class="now" x1="${at(today)}%" x2="${at(today)}%" y1="${top + 17}" y2="${bottom - 3}"/>` : ''}`;
})}
</svg>`;
}

/** Puts runs with overlapping days below each other: each in the first free lane. */
function lanesOf(runs: readonly Run[]): Run[][] {
  const lanes: Run[][] = [];
  for (const run of [...runs].sort((candidate, other) => candidate.startsOn.localeCompare(other.startsOn))) {
    const free = lanes.find((lane) => (lane.at(-1)?.endsOn ?? '') < run.startsOn);
    if (free) free.push(run);
    else lanes.push([run]);
  }
  return lanes;
}

/** A run between two percentages of the width; it shows its name if there is room, and always as a tooltip. */
function held({ advertiser, startsOn, endsOn, waits }: Run, top: number, from: number, to: number): Html {
  const wide = Math.max(0.8, Math.round((to - from) * 100) / 100);
  return html`<svg class="drawing-part" x="${from}%" y="${top}" width="${wide}%" height="20"><title>${advertiser}, ${startsOn === endsOn ? startsOn : `${startsOn} to ${endsOn}`}${waits ? `, ${waits}` : ''}</title><rect class="${waits ? (waits === 'on hold' ? 'waits firm' : 'waits') : 'solid'}" width="100%" height="20"/>${waits ? '' : html`<rect class="gap" x="100%" width="2" height="20" transform="translate(-2)"/>`}${wide > 8 ? html`<text class="${waits ? 'asks' : 'held'}" x="5" y="14">${advertiser}</text>` : ''}</svg>`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthsOf({ startsOn }: SlotsDrawing['span']): { day: string; name: string }[] {
  const [year = 0, month = 0] = startsOn.split('-').map(Number);
  return [0, 1, 2].map((later) => ({
    day: `${year}-${String(month + later).padStart(2, '0')}-01`,
    name: MONTHS[month + later - 1] ?? '',
  }));
}
