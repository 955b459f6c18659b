import { html } from 'hono/html';
import { numberOf } from '#evidence/figures/compute-figure.ts';
import type { ShownTable } from '#evidence/number-table.ts';
import type { Html } from '#html/html.ts';
import { unitOf } from './exhibit-chart.ts';

/** A table of numbers and its chart; each number links to the line that says how it was settled. */
export function numberTableHtml({ title, rows }: ShownTable, lineOf: ReadonlyMap<string, number>): Html {
  const chart = numberChart(
    title,
    rows.map(({ label, figure }) => ({ label, text: figure.text })),
  );
  return html`<figure class="number-table" id="table" aria-labelledby="table-title">
<figcaption id="table-title">${title}</figcaption>
${chart ?? ''}
${tableOf(rows, lineOf)}</figure>
`;
}

/** The same for feeds: no drawing, no ids, no links. */
export function plainNumberTable({ title, rows }: ShownTable): Html {
  return html`<p><strong>${title}</strong></p>\n${tableOf(rows, new Map())}`;
}

function tableOf(rows: ShownTable['rows'], lineOf: ReadonlyMap<string, number>): Html {
  return html`<table>
<thead><tr><th scope="col">What</th><th scope="col">Number</th></tr></thead>
<tbody>${rows.map(({ label, figure }) => {
    const line = lineOf.get(figure.anchor);
    const number =
      line === undefined ? html`${figure.text}` : html`<a class="settled" href="#n${line}">${figure.text}</a>`;
    return html`
<tr><th scope="row">${label}</th><td>${number}</td></tr>`;
  })}</tbody></table>
`;
}

const WIDTH = 360;
const ROW = 46;
/** The room for a number behind its bar, for each of its characters. */
const CHARACTER = 8;
const LONGEST_NAME = 50;

type ChartRow = { label: string; text: string };

/** A bar for each number, all to one scale; null where the numbers have different units, or none can be drawn. */
function numberChart(title: string, rows: readonly ChartRow[]): Html | null {
  const bars = rows.map(({ label, text }) => ({ label, text, value: numberOf(text)?.value ?? Number.NaN }));
  const units = new Set(rows.map(({ text }) => unitOf(text)));
  const most = Math.max(...bars.map(({ value }) => value));
  if (bars.length < 2 || units.size > 1 || !(most > 0) || bars.some(({ value }) => !(value >= 0))) return null;
  const longest = Math.max(...rows.map(({ text }) => text.length));
  const room = WIDTH - longest * CHARACTER - 12;
  if (room < WIDTH / 4) return null;
  const words = rows.map(({ label, text }) => `${label}: ${text}`).join('; ');
  return html`<svg class="number-chart" viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-labelledby="chart-name chart-words">
<title id="chart-name">Chart: ${title}</title><desc id="chart-words">${words}.</desc>
${bars.map(({ label, text, value }, at) => {
  const y = at * ROW;
  const long = value === 0 ? 0 : Math.max(2, Math.round((room * value) / most));
  return html`<text x="5" y="${y + 15}">${cut(label)}</text>
<rect x="0" y="${y + 22}" width="${long}" height="14"/><text x="${long + 6}" y="${y + 34}">${text}</text>
`;
})}<path d="M.5 0V${bars.length * ROW}"/>
</svg>`;
}

function cut(label: string): string {
  const letters = [...label];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : label;
}
