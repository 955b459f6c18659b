import { html } from 'hono/html';
import { groupDigits } from '#core/group-digits.ts';
import type { Html } from '#html/html.ts';
import { table } from './table.ts';

// Charts without a script. The server draws them in percentages: bars follow the width of the page, letters keep their size.

export type BarChart = {
  title: string;
  /** The message of the bars, in a sentence. */
  told?: Html | string;
  /** The name of a point: `Week of`, `Day`. */
  of: string;
  /** The names of the numbers that each point has, four at most. */
  series: readonly [string, ...string[]];
  /** In the order of the bars. `short`: the label below the bar, if that of the table is too long. */
  points: readonly { label: string; short?: string; values: readonly number[] }[];
};

/** Most labels below the bars: more do not fit on a phone. */
const MOST_LABELS = 6;
/** With more bars than these, the numbers are in the table alone. */
const MOST_NUMBERED = 14;
/** The part of the width of a point that its bars leave free. */
const GAP = 0.3;

/** Bars of one to four numbers for each point with their scale, and the same numbers as a table, the last point first. */
export function barChart({ title, told: sentence, of, series, points }: BarChart): Html {
  const id = `chart-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  const top = topOf(Math.max(0, ...points.flatMap(({ values }) => values)));
  const columns = [{ text: of }, ...series.map((text) => ({ text, isNumber: true as const }))];
  const every = Math.ceil(points.length / MOST_LABELS);
  // Counted from the last point, which always has its label.
  const isNamed = (at: number) => (points.length - 1 - at) % every === 0;
  return html`<figure class="chart"><figcaption id="${id}">${title}</figcaption>
${sentence ? html`<p class="hint" id="${id}-told">${sentence}</p>` : ''}
${series.length > 1 ? html`<ul class="key">${series.map((text, at) => html`<li><svg class="bars" viewBox="0 0 12 12" aria-hidden="true"><rect class="bar-${at + 1}" x="0.5" y="0.5" width="11" height="11"/></svg>${text}</li>`)}</ul>` : ''}
<div class="plot">
<p aria-hidden="true" class="scale"><span>${short(top)}</span><span>${short(top / 2)}</span><span>0</span></p>
<svg class="bars" role="img" aria-labelledby="${id}${sentence ? ` ${id}-told` : ''}">${[0, 50, 100].map((at) => html`<line x1="0" x2="100%" y1="${at}%" y2="${at}%"/>`)}${points.map((point, at) => bars(point, { at, of: points.length, top, series }))}</svg>
<p aria-hidden="true" class="labels">${points.map((point, at) => html`<span>${isNamed(at) ? (point.short ?? point.label) : ''}</span>`)}</p>
</div>
<details><summary>Data table<span class="unseen">: ${title}</span></summary>${table({
    caption: title,
    hasUnseenCaption: true,
    columns,
    rows: points.toReversed().map(({ label, values }) => [label, ...values.map(groupDigits)]),
    isCompact: true,
  })}</details></figure>`;
}

type Place = { at: number; of: number; top: number; series: readonly string[] };

/** The bars of one point. A number other than 0 has a bar that can be seen. */
function bars({ label, values }: BarChart['points'][number], { at, of, top, series }: Place): Html[] {
  const step = 100 / of;
  const wide = (step * (1 - GAP)) / values.length;
  const isNumbered = of * values.length <= MOST_NUMBERED;
  return values.map((value, number) => {
    if (value === 0) return html``;
    const high = Math.max(1.5, (value / top) * 100);
    const x = step * (at + GAP / 2) + wide * number;
    return html`<rect class="bar-${number + 1}" x="${round(x)}%" y="${round(100 - high)}%" width="${round(wide)}%" height="${round(high)}%"><title>${label}, ${series[number]}: ${groupDigits(value)}</title></rect>${isNumbered ? html`<text x="${round(x + wide / 2)}%" y="${round(100 - high)}%" dy="-4">${short(value)}</text>` : ''}`;
  });
}

/** The end of the scale: an even number that begins with one digit, so that its half is on the scale too. */
function topOf(most: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, most))) - 1);
  const digit = [2, 4, 6, 8, 10, 20].find((candidate) => candidate * power >= most) ?? 20;
  return digit * power;
}

/** A number that fits above a bar: from 10,000 on in thousands. */
function short(value: number): string {
  if (value < 10_000) return groupDigits(value);
  return value < 10_000_000 ? `${groupDigits(Math.round(value / 1000))}k` : `${groupDigits(Math.round(value / 1e6))}m`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * How much of a whole a part is, as a bar for a cell of a table: filled for the part, outlined for the rest. All bars of a column
 * have one scale, with `most` as its end. The cells beside it have the numbers.
 */
export function shareBar({ part, whole, most }: { part: number; whole: number; most: number }): Html {
  const of = (value: number) => round((value / Math.max(1, most)) * 100);
  return html`<svg class="bars share" aria-hidden="true">${part > 0 ? html`<rect class="bar-1" width="${of(part)}%" height="100%"/>` : ''}${whole > part ? html`<rect class="bar-2" x="${of(part)}%" width="${of(whole - part)}%" height="100%"/>` : ''}</svg>`;
}
