import { html } from 'hono/html';
import { groupDigits } from '#core/group-digits.ts';
import type { EvidenceCounts } from '#evidence/figures/evidence.ts';
import type { Html } from '#html/html.ts';

const WIDTH = 364;
const ROW = 54;
const TALLEST = 22;
/** The smallest scale: a bar of one is not drawn at full height. */
const LEAST_SCALE = 3;

export type BarsDrawing = {
  /** The id of the drawing, unique on its page. */
  id: string;
  title: string;
  description: string;
  /** The label below each bar. */
  columns: readonly string[];
  rows: readonly { name: string; values: readonly number[] }[];
  bar: 'solid' | 'line' | 'accent';
};

/** A row of bars for each name, all to one scale, each with its number. */
export function barsDrawing({ id, title, description, columns, rows, bar }: BarsDrawing): Html {
  const most = Math.max(LEAST_SCALE, ...rows.flatMap((row) => row.values));
  const slot = WIDTH / columns.length;
  const foot = rows.length * ROW;
  return html`<svg class="drawing bars" viewBox="0 0 ${WIDTH} ${foot + 20}" role="img" aria-labelledby="${id}-name ${id}-words">
<title id="${id}-name">${title}</title><desc id="${id}-words">${description}</desc>
${rows.map(({ name, values }, index) => {
  const ground = (index + 1) * ROW - 4;
  return html`<text class="name" x="0" y="${ground - TALLEST - 15}">${name}</text>
<path class="ground" d="M0 ${ground + 0.5}h${WIDTH}"/>
${values.map((value, at) => (value === 0 ? '' : oneBar({ value, left: at * slot, slot, ground, tall: (value / most) * TALLEST, bar })))}
`;
})}
${columns.map((column, at) => (at % 2 === 0 ? html`<text class="axis middle" x="${round((at + 0.5) * slot)}" y="${foot + 13}">${column}</text>` : ''))}
</svg>`;
}

function oneBar({
  value,
  left,
  slot,
  ground,
  tall,
  bar,
}: {
  value: number;
  left: number;
  slot: number;
  ground: number;
  tall: number;
  bar: string;
}): Html {
  const width = slot * 0.6;
  const height = Math.max(2, tall);
  return html`<rect class="${bar}" x="${round(left + (slot - width) / 2)}" y="${round(ground - height)}" width="${round(width)}" height="${round(height)}"/>
<text class="count middle" x="${round(left + slot / 2)}" y="${round(ground - height - 3)}">${shortCount(value)}</text>`;
}

/** A number that fits above a bar: from 10,000 on in thousands. The exact number is in the table of the chart. */
function shortCount(value: number): string {
  return value < 10_000 ? String(value) : `${Math.round(value / 1000)}k`;
}

export type SharesDrawing = {
  id: string;
  title: string;
  description: string;
  rows: readonly { name: string; solid: number; open: number }[];
};

/** A horizontal bar for each name, filled for one share and empty for the rest, all to one scale. */
export function sharesDrawing({ id, title, description, rows }: SharesDrawing): Html {
  const most = Math.max(1, ...rows.map((row) => row.solid + row.open));
  const scale = (WIDTH - 72) / most;
  return html`<svg class="drawing shares" viewBox="0 0 ${WIDTH} ${Math.max(1, rows.length * 40)}" role="img" aria-labelledby="${id}-name ${id}-words">
<title id="${id}-name">${title}</title><desc id="${id}-words">${description}</desc>
${rows.map(({ name, solid, open }, index) => {
  const y = index * 40;
  const [filled, empty] = [round(solid * scale), round(open * scale)];
  return html`<text class="name" x="0" y="${y + 13}">${cut(name)}</text>
${solid > 0 ? html`<rect class="solid" x="0" y="${y + 19}" width="${filled}" height="12"/>` : ''}
${open > 0 ? html`<rect class="line" x="${filled + 0.75}" y="${y + 19.75}" width="${Math.max(1, empty - 1.5)}" height="10.5"/>` : ''}
<text class="count" x="${filled + empty + 6}" y="${y + 29}">${solid} of ${solid + open}</text>
`;
})}
</svg>`;
}

function cut(name: string): string {
  const letters = [...name];
  return letters.length > 52 ? `${letters.slice(0, 51).join('')}…` : name;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The kinds of settlement in display order, with their names. */
export const KINDS: readonly (readonly [kind: keyof EvidenceCounts, name: string])[] = [
  ['sourced', 'Sourced'],
  ['computed', 'Computed'],
  ['quoted', 'Quoted'],
  ['signed', 'Signed'],
  ['exempt', 'No measurement'],
  ['open', 'Not settled'],
];

const SETTLED_WIDTH = 480;
const NAMES = 132;
const NUMBERS = 56;
const SETTLED_ROW = 30;

/** A bar for each kind of settlement, all to one scale; numbers that are not settled only if there are any. */
export function settledDrawing(counts: EvidenceCounts): Html {
  const rows = KINDS.filter(([kind]) => kind !== 'open' || counts.open > 0);
  const most = Math.max(1, ...rows.map(([kind]) => counts[kind]));
  const words = rows.map(([kind, name]) => `${name} ${counts[kind]}`).join(', ');
  return html`<svg class="settled-drawing" viewBox="0 0 ${SETTLED_WIDTH} ${rows.length * SETTLED_ROW}" role="img" aria-labelledby="settled-name settled-words">
<title id="settled-name">How the numbers were settled</title><desc id="settled-words">${words}.</desc>
<path class="line" d="M${NAMES + 0.5} 0V${rows.length * SETTLED_ROW}"/>
${rows.map(([kind, name], at) => {
  const long =
    counts[kind] === 0 ? 0 : Math.max(2, Math.round(((SETTLED_WIDTH - NAMES - NUMBERS) * counts[kind]) / most));
  const y = at * SETTLED_ROW;
  return html`<text x="${NAMES - 10}" y="${y + 19}" class="end">${name}</text>
${long > 0 ? html`<rect${kind === 'open' ? html` class="open"` : ''} x="${NAMES}" y="${y + 7}" width="${long}" height="16"/>` : ''}
<text x="${NAMES + long + 8}" y="${y + 19}">${groupDigits(counts[kind])}</text>
`;
})}
</svg>`;
}

/** The same as a table. */
export function settledTable(counts: EvidenceCounts): Html {
  return html`<table class="settled-table"><caption>Numbers of everything that is published, by how they were settled</caption>
<thead><tr><th scope="col">Way</th><th scope="col">Numbers</th></tr></thead>
<tbody>${KINDS.map(
    ([kind, name]) => html`
<tr><th scope="row">${name}</th><td>${groupDigits(counts[kind])}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">All</th><td>${groupDigits(counts.figures)}</td></tr></tfoot></table>`;
}
