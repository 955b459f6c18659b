import { html } from 'hono/html';
import type { Exhibit } from '#article/exhibits.ts';
import { numberOf } from '#evidence/figures/compute-figure.ts';
import type { Html } from '#html/html.ts';

// Charts of exhibits, drawn as SVG in one ink: series differ by marks and dashes, never by colour. All sizes are units of the drawing,
// which is as wide as the column; the text stays readable in a window of 320 pixels.

const WIDTH = 360;
const CHARACTER = 7.4;
const BAR = 14;
const ROW = 22;
const MARK = 4;
const PLOT = 190;
const LONGEST_NAME = 46;
/** Most series of a chart, and most rows of one whose rows are lines of text. */
const MOST_SERIES = 4;
const MOST_ROWS = 40;
const DASHES = ['', '7 4', '2 3', '9 3 2 3'];

type Series = { name: string; values: (Value | null)[] };
type Value = { text: string; value: number };
type Chart = { labels: string[]; series: Series[]; least: number; most: number };

/** The chart of an exhibit; null for a table, and where no chart can be drawn from its cells. */
export function exhibitChart(exhibit: Exhibit, number: number): Html | null {
  const chart = exhibit.kind === 'table' ? null : chartOf(exhibit);
  if (!chart) return null;
  const { height, drawing } = DRAW[exhibit.kind as keyof typeof DRAW](chart);
  const words = chart.labels
    .map((label, row) => `${label}: ${chart.series.map((series) => saidOf(series, row, chart)).join(', ')}`)
    .join('; ');
  const id = `fig-${number}`;
  return html`<svg class="exhibit-chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-name ${id}-words">
<title id="${id}-name">Chart: ${exhibit.caption.text}</title><desc id="${id}-words">${words}.</desc>
${drawing}</svg>`;
}

/** Whether a chart can be drawn: from 2 rows on, with a number of one unit in each column after the first. */
export function isDrawable(exhibit: Exhibit): boolean {
  return exhibit.kind === 'table' || chartOf(exhibit) !== null;
}

function chartOf({ kind, head, rows }: Exhibit): Chart | null {
  const columns = head.slice(1).map(({ text: name }, at): Series => {
    return { name, values: rows.map((row) => numericOf(row[at + 1]?.text ?? '')) };
  });
  const units = new Set(rows.flatMap((row) => row.slice(1).flatMap(({ text }) => (text === '' ? [] : unitOf(text)))));
  const series = columns.filter(({ values }) => values.some((value) => value !== null));
  const all = series.flatMap(({ values }) => values.flatMap((value) => value?.value ?? []));
  const isWhole = rows.every((row) => row.slice(1).every(({ text }) => text === '' || numericOf(text) !== null));
  const least = Math.min(0, ...all);
  const most = Math.max(0, ...all);
  if (rows.length < 2 || rows.length > MOST_ROWS || series.length === 0 || series.length > MOST_SERIES) return null;
  if (!isWhole || units.size > 1 || most === least || (kind === 'bars' && least < 0)) return null;
  return { labels: rows.map(([label]) => label?.text ?? ''), series, least, most };
}

const DRAW = { bars: drawBars, dots: drawDots, lines: drawLines };

type Drawn = { height: number; drawing: Html };

/** A label for each row, and a bar below it for each series. */
function drawBars(chart: Chart): Drawn {
  return drawRows(chart, (long, y) => html`<rect x="0" y="${y + 4}" width="${Math.max(1, long)}" height="${BAR}"/>`);
}

/** The same with a dot at the end of a line. */
function drawDots(chart: Chart): Drawn {
  return drawRows(
    chart,
    (long, y) => html`<path class="thin" d="M0 ${y + 11}H${long}"/><circle cx="${long}" cy="${y + 11}" r="${MARK}"/>`,
  );
}

function drawRows(chart: Chart, draw: (long: number, y: number) => Html): Drawn {
  const { labels, series, least, most } = chart;
  const longest = Math.max(
    ...series.flatMap((column) => labels.map((_, row) => saidOf(column, row, chart).length * CHARACTER)),
  );
  const room = Math.max(WIDTH / 4, WIDTH - longest - 14);
  const block = 18 + series.length * ROW + 8;
  const drawing = html`${labels.map(
    (label, row) => html`<text x="0" y="${row * block + 13}">${cut(label, LONGEST_NAME)}</text>
${series.map((column, at) => {
  const value = column.values[row];
  if (!value) return '';
  const y = row * block + 18 + at * ROW;
  const long = round(((value.value - least) / (most - least)) * room);
  return html`${draw(long, y)}<text x="${long + 9}" y="${y + 16}">${saidOf(column, row, chart)}</text>
`;
})}`,
  )}`;
  return { height: labels.length * block, drawing };
}

/** A line for each series over the rows, with the name at its end. */
function drawLines(chart: Chart): Drawn {
  const { labels, series, least, most } = chart;
  const texts = series.flatMap(({ values }) => values.flatMap((value) => value ?? []));
  const highest = texts.find(({ value }) => value === most)?.text ?? '0';
  const lowest = texts.find(({ value }) => value === least)?.text ?? '0';
  const left = Math.max(highest.length, lowest.length) * CHARACTER + 8;
  const y = (value: number) => round(12 + PLOT - ((value - least) / (most - least)) * PLOT);
  const x = (row: number) => round(left + 6 + (row / (labels.length - 1)) * (WIDTH - left - 14));
  const below = PLOT + 30;
  const keys = series.length > 1 ? series : [];
  const drawing = html`<path d="M${left} 6V${PLOT + 12}H${WIDTH}"/>
<text class="end" x="${left - 5}" y="${y(most) + 4}">${highest}</text><text class="end" x="${left - 5}" y="${y(least) + 4}">${lowest}</text>
${series.map(
  (
    { values },
    at,
  ) => html`${runsOf(values).map((run) => html`<polyline points="${run.map(({ row, value }) => `${x(row)},${y(value)}`).join(' ')}" stroke-dasharray="${DASHES[at] ?? ''}"/>`)}${values.map((value, row) => (value ? markAt(at, x(row), y(value.value)) : ''))}
`,
)}<text x="${left}" y="${below}">${cut(labels[0] ?? '', 20)}</text><text class="end" x="${WIDTH}" y="${below}">${cut(labels.at(-1) ?? '', 20)}</text>
${keys.map(
  ({ name }, at) =>
    html`<path class="thin" d="M0 ${below + 18 + at * ROW}H26" stroke-dasharray="${DASHES[at] ?? ''}"/>${markAt(at, 13, below + 18 + at * ROW)}<text x="34" y="${below + 22 + at * ROW}">${cut(name, LONGEST_NAME)}</text>
`,
)}`;
  return { height: below + 10 + keys.length * ROW, drawing };
}

/** Points that follow each other; an empty cell interrupts the line. */
function runsOf(values: readonly (Value | null)[]): { row: number; value: number }[][] {
  const runs: { row: number; value: number }[][] = [[]];
  for (const [row, value] of values.entries()) {
    if (value) runs.at(-1)?.push({ row, value: value.value });
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 1);
}

/** The mark of a series: a dot, a square, a triangle or a ring. */
function markAt(series: number, x: number, y: number): Html {
  switch (series) {
    case 0:
      return html`<circle cx="${x}" cy="${y}" r="${MARK}"/>`;
    case 1:
      return html`<rect x="${x - MARK}" y="${y - MARK}" width="${2 * MARK}" height="${2 * MARK}"/>`;
    case 2:
      return html`<path class="full" d="M${x} ${y - MARK - 1}l${MARK + 1} ${2 * MARK}h-${2 * MARK + 2}z"/>`;
    default:
      return html`<circle class="ring" cx="${x}" cy="${y}" r="${MARK}"/>`;
  }
}

/** A number with the name of its series, where there are several. */
function saidOf({ name, values }: Series, row: number, { series }: Chart): string {
  const text = values[row]?.text ?? 'no number';
  return series.length > 1 && name !== '' ? `${text} · ${cut(name, 20)}` : text;
}

function numericOf(text: string): Value | null {
  const value = numberOf(text)?.value;
  return value === undefined ? null : { text, value };
}

/** The text around the digits: numbers of one kind have the same. A number in words has its own unit. */
export function unitOf(text: string): string {
  return text
    .replace(/[\d\s\u00a0\u202f.,'’+\-−–]+/g, ' ')
    .trim()
    .toLowerCase();
}

function cut(label: string, longest: number): string {
  const letters = [...label];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : label;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
