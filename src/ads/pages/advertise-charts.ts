import { html } from 'hono/html';
import { daysBetween, isSendDay } from '#ads/catalog/ad-calendar.ts';
import type { Availability, DaySpan, FreeUnit } from '#ads/catalog/availability.ts';
import type { Html } from '#html/html.ts';

const ROW = 46;
const TOP = 24;

/** Free dates as a chart and as a table. Null means that they are unknown at the moment. */
export function freeDatesHtml(free: Availability | null): Html {
  if (!free) return html`<p>The free dates cannot be read at the moment. Ask the ad desk.</p>`;
  return html`${freeDatesDrawing(free)}
<details><summary>The table behind this drawing</summary>
<table class="prices"><caption class="unseen">Free days and possible first days, by unit</caption>
<thead><tr><th scope="col">What</th><th scope="col">Free</th><th scope="col">Can start</th></tr></thead>
<tbody>${free.units.map(
    ({ title, free: days, starts }) =>
      html`<tr><th scope="row">${title}</th><td>${spanWords(days)}</td><td>${spanWords(starts)}</td></tr>`,
  )}</tbody></table></details>
<p>The same as JSON: <a href="/api/v1/advertise/availability">/api/v1/advertise/availability</a>. The ad desk can hold days for an advertiser before a flight is booked.</p>`;
}

/** A row for each unit: filled when it is taken, a line when it is free. The chart stretches to the page, its text does not. */
function freeDatesDrawing({ from, until, units }: Availability): Html {
  const height = TOP + units.length * ROW;
  const at = scaleOf(from, until);
  const quarters = quartersOf(from, until);
  return html`<svg class="dates-drawing" width="100%" height="${height}" role="img" aria-labelledby="dates-name dates-words">
<title id="dates-name">Free dates from ${from} to ${until}</title>
<desc id="dates-words">Filled where a unit is taken. The free dates are in the table below.</desc>
${quarters.map(({ day, name }) => html`<text class="axis" x="${at(day)}%" dx="5" y="14">${name}</text>`)}
${units.map((unit, index) => row(unit, takenOf(unit, from, until), { top: TOP + index * ROW, at, quarters }))}
</svg>`;
}

type Quarter = { day: string; name: string };

type Place = { top: number; at: (day: string) => number; quarters: readonly Quarter[] };

function row({ title }: FreeUnit, taken: readonly DaySpan[], { top, at, quarters }: Place): Html {
  return html`<text x="0" y="${top + 14}">${title}</text>
<line class="thin" x1="0" x2="100%" y1="${top + 28}" y2="${top + 28}"/>
${quarters.map(({ day }) => html`<line class="thin" x1="${at(day)}%" x2="${at(day)}%" y1="${top + 18}" y2="${top + 38}"/>`)}
${taken.map(({ from, to }) => html`<rect class="taken" x="${at(from)}%" y="${top + 21}" width="${Math.max(0.6, round(at(after(to)) - at(from) - 0.2))}%" height="14"/>`)}
`;
}

/** The taken spans of a unit; for the Field Brief, the taken sends. */
function takenOf({ id, free }: FreeUnit, from: string, until: string): DaySpan[] {
  const taken: DaySpan[] = [];
  for (let day = from; day <= until; day = after(day)) {
    if (id === 'field-brief' && !isSendDay(day)) continue;
    if (free.some((span) => span.from <= day && day <= span.to)) continue;
    const last = taken.at(-1);
    if (last && after(last.to) === day) last.to = day;
    else taken.push({ from: day, to: day });
  }
  return taken;
}

/** The left edge of a day, in percent of the width. */
function scaleOf(from: string, until: string): (day: string) => number {
  const [first, last] = [Date.parse(from), Date.parse(after(until))];
  return (day) => round(((Date.parse(day) - first) / (last - first)) * 100);
}

/** The first day and the name of each issue shown. */
function quartersOf(from: string, until: string): Quarter[] {
  const quarters: Quarter[] = [];
  const year = Number(from.slice(0, 4));
  for (let quarter = Math.floor((Number(from.slice(5, 7)) - 1) / 3); ; quarter++) {
    const first = new Date(Date.UTC(year, quarter * 3, 1));
    const day = first.toISOString().slice(0, 10);
    if (day > until) return quarters;
    const name = `${first.getUTCFullYear()} Q${(quarter % 4) + 1}`;
    // The current quarter is named at the left edge, if its name fits before the next quarter.
    if (day >= from) quarters.push({ day, name });
    else if (daysBetween(from, nextQuarter(day)) > ROOM_FOR_NAME) quarters.push({ day: from, name });
  }
}

/** Days that a quarter must have left for its name to fit. */
const ROOM_FOR_NAME = 35;

function nextQuarter(day: string): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + 2, 1)).toISOString().slice(0, 10);
}

function spanWords(spans: readonly DaySpan[]): string {
  if (spans.length === 0) return 'Nothing in these issues';
  return spans.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ');
}

function after(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
