import { html } from 'hono/html';
import { numberOf } from '#evidence/figures/compute-figure.ts';
import type { ShownTable } from '#evidence/number-table.ts';
import type { Html } from '#html/html.ts';
import { unitOf } from './exhibit-chart.ts';

/** A table of numbers, with a bar beside each number where they can be compared. `numberHtml` prints a number that opens its note. */
export function numberTableHtml({ title, rows }: ShownTable, numberHtml: (text: string, anchor: string) => Html): Html {
  const bars = barsOf(rows.map(({ figure }) => figure.text));
  const most = bars?.indexOf(Math.max(...bars));
  return html`<table class="number-table" id="table">
<caption>${title}</caption>
${headHtml()}
<tbody>${rows.map(
    ({ label, figure }, at) => html`
<tr><th scope="row">${label}</th><td>${barHtml(bars?.[at], at === most)}${numberHtml(figure.text, figure.anchor)}</td></tr>`,
  )}</tbody></table>
`;
}

/** The same for feeds: no bars, no ids, no buttons. */
export function plainNumberTable({ title, rows }: ShownTable): Html {
  return html`<p><strong>${title}</strong></p>
<table>
${headHtml()}
<tbody>${rows.map(
    ({ label, figure }) => html`
<tr><th scope="row">${label}</th><td>${figure.text}</td></tr>`,
  )}</tbody></table>
`;
}

function headHtml(): Html {
  return html`<thead><tr><th scope="col">What</th><th scope="col">Number</th></tr></thead>`;
}

/** The longest bar, in percent of its cell. Beside longer numbers it is shorter by some percent for each character. */
const LONGEST = 62;
const ROOM = 92;
const CHARACTER = 3.2;

/** The lengths of the bars in percent; null where the numbers have different units, or cannot be drawn. */
function barsOf(texts: readonly string[]): number[] | null {
  const values = texts.map((text) => numberOf(text)?.value ?? Number.NaN);
  const most = Math.max(...values);
  if (texts.length < 2 || new Set(texts.map(unitOf)).size > 1 || !(most > 0) || !values.every((value) => value >= 0))
    return null;
  const longest = Math.min(LONGEST, ROOM - CHARACTER * Math.max(...texts.map(({ length }) => length)));
  return longest < 20 ? null : values.map((value) => Math.max(0.5, Math.round((longest * 10 * value) / most) / 10));
}

/** Only the longest bar has a colour. */
function barHtml(length: number | undefined, isMost: boolean): Html | string {
  if (length === undefined) return '';
  return html`<svg${isMost ? html` class="most"` : ''} aria-hidden="true" width="${length}%" height="16"><rect width="100%" height="16"/></svg>`;
}
