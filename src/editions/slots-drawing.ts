import { html } from 'hono/html';
import type { Html } from './html.ts';

const ROW = 46;
const TOP = 24;
const DAY = 86_400_000;

export type SlotsDrawing = {
  /** Of the drawing among those of its page. */
  id: string;
  title: string;
  description: string;
  span: { startsOn: string; endsOn: string };
  today: string;
  rows: readonly { name: string; runs: readonly { advertiser: string; startsOn: string; endsOn: string }[] }[];
};

/** Places by the days of an issue, with who holds them. As wide as there is room, letters as they are. */
export function slotsDrawing({ id, title, description, span, today, rows }: SlotsDrawing): Html {
  const height = TOP + rows.length * ROW;
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
${rows.map(({ name, runs }, index) => {
  const top = TOP + index * ROW;
  return html`<text class="name" x="0" y="${top + 14}">${name}</text>
<line class="ground" x1="0" x2="100%" y1="${top + 40.5}" y2="${top + 40.5}"/>
${runs.map((run) => held(run, top + 20, at(run.startsOn), end(run.endsOn)))}
${isNow ? html`<line class="now" x1="${at(today)}%" x2="${at(today)}%" y1="${top + 17}" y2="${top + 43}"/>` : ''}`;
})}
</svg>`;
}

/** A run, from one hundredth of the width to another; named where there is room for a word. */
function held({ advertiser }: { advertiser: string }, top: number, from: number, to: number): Html {
  const wide = Math.max(0.8, Math.round((to - from) * 100) / 100);
  return html`<svg x="${from}%" y="${top}" width="${wide}%" height="20"><rect class="solid" width="100%" height="20"/><rect class="gap" x="100%" width="2" height="20" transform="translate(-2)"/>${wide > 8 ? html`<text class="held" x="5" y="14">${advertiser}</text>` : ''}</svg>`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthsOf({ startsOn }: SlotsDrawing['span']): { day: string; name: string }[] {
  const [year = 0, month = 0] = startsOn.split('-').map(Number);
  return [0, 1, 2].map((later) => ({
    day: `${year}-${String(month + later).padStart(2, '0')}-01`,
    name: MONTHS[month + later - 1] ?? '',
  }));
}
