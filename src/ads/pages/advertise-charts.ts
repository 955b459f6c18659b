import { html } from 'hono/html';
import { daysBetween, isSendDay } from '#ads/catalog/ad-calendar.ts';
import type { Availability, DaySpan, FreeUnit } from '#ads/catalog/availability.ts';
import type { Creative } from '#ads/catalog/catalog-schema.ts';
import type { Html } from '#html/html.ts';

// Every drawing is as wide as the home page plus a margin for dimensions, so all drawings have the same scale at any page
// width. One unit is one CSS pixel.

const WIDTH = 1640;
const LEFT = 20;

type Box = { x: number; y: number; w: number; h: number };

/** A placement on its page: the page in grey, the ad hatched, the safe area dashed, and both dimensions. */
export function placementDrawing(creative: Creative): Html {
  const { name, displayWidthPx: w, displayHeightPx: h, widthPx, safeAreaPx } = creative;
  const { sheet, at, lines } = SURROUNDINGS[creative.id] ?? {
    sheet: { w: w + 80, h: h + 80 },
    at: { x: 40, y: 40 },
    lines: [],
  };
  const ad: Box = { x: LEFT + at.x, y: LEFT + at.y, w, h };
  const safe = (safeAreaPx * w) / widthPx;
  const height = LEFT + sheet.h + 100;
  const [below, beside] = [LEFT + sheet.h + 50, LEFT + Math.max(sheet.w, at.x + w) + 50];
  return html`<svg class="drawing" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${name}: ${w} by ${h} pixels, drawn where it stands">
<path class="thin" vector-effect="non-scaling-stroke" d="${outline({ x: LEFT, y: LEFT, w: sheet.w, h: sheet.h })}${lines.map(([x, y, length]) => `M${LEFT + x} ${LEFT + y}h${length}`).join('')}"/>
<path class="ad" vector-effect="non-scaling-stroke" d="${outline(ad)}"/>
<path class="hatch" vector-effect="non-scaling-stroke" d="${hatch(ad)}"/>
<path class="clear" vector-effect="non-scaling-stroke" d="${outline({ x: ad.x + safe, y: ad.y + safe, w: w - 2 * safe, h: h - 2 * safe })}"/>
<path class="dimension" vector-effect="non-scaling-stroke" d="${across(ad, below)}${down(ad, beside)}"/>
<text paint-order="stroke" x="${ad.x + w / 2}" y="${below}">${w}</text>
<text paint-order="stroke" x="${beside}" y="${ad.y + h / 2}">${h}</text>
</svg>`;
}

function outline({ x, y, w, h }: Box): string {
  return `M${x} ${y}h${w}v${h}h${-w}z`;
}

/** Lines at 45 degrees, 80 apart, clipped to the box. */
function hatch({ x, y, w, h }: Box): string {
  let path = '';
  for (let at = 80; at < w + h; at += 80) {
    const x1 = Math.min(at, w);
    const y1 = at - x1;
    const y2 = Math.min(at, h);
    const x2 = at - y2;
    path += `M${x + x1} ${y + y1}L${x + x2} ${y + y2}`;
  }
  return path;
}

/** A dimension line as on a drawing: the line, a leader at each end, a slash where they meet. */
function across({ x, y, w, h }: Box, at: number): string {
  const slash = (end: number) => `M${end} ${y + h + 14}V${at + 16}M${end - 14} ${at + 14}l28 -28`;
  return `M${x} ${at}h${w}${slash(x)}${slash(x + w)}`;
}

function down({ x, y, w, h }: Box, at: number): string {
  const slash = (end: number) => `M${x + w + 14} ${end}H${at + 16}M${at - 14} ${end + 14}l28 -28`;
  return `M${at} ${y}v${h}${slash(y)}${slash(y + h)}`;
}

type Line = [x: number, y: number, length: number];
type Surroundings = { sheet: { w: number; h: number }; at: { x: number; y: number }; lines: Line[] };

const rows = ({
  x,
  y,
  length,
  count,
  apart = 36,
}: {
  x: number;
  y: number;
  length: number;
  count: number;
  apart?: number;
}): Line[] =>
  Array.from({ length: count }, (_, row) => [x, y + row * apart, row === count - 1 ? length * 0.6 : length]);

/** The page around each placement. */
const SURROUNDINGS: Record<string, Surroundings> = {
  'homepage-band': {
    sheet: { w: 1440, h: 640 },
    at: { x: 0, y: 340 },
    lines: [
      ...rows({ x: 240, y: 60, length: 900, count: 3 }),
      ...rows({ x: 240, y: 200, length: 1120, count: 4, apart: 30 }),
    ],
  },
  'in-article': {
    sheet: { w: 1280, h: 1100 },
    at: { x: 40, y: 160 },
    lines: [...rows({ x: 40, y: 40, length: 760, count: 3 }), ...rows({ x: 40, y: 1004, length: 760, count: 3 })],
  },
  'field-brief': {
    sheet: { w: 680, h: 480 },
    at: { x: 40, y: 140 },
    lines: [...rows({ x: 40, y: 40, length: 600, count: 3 }), ...rows({ x: 40, y: 372, length: 600, count: 3 })],
  },
  'directory-logo': {
    sheet: { w: 1280, h: 480 },
    at: { x: 40, y: 40 },
    lines: rows({ x: 500, y: 60, length: 700, count: 5, apart: 60 }),
  },
};

const ROW = 46;
const TOP = 24;

/** Free dates as a chart and as a table. Null means that they are unknown at the moment. */
export function freeDatesHtml(free: Availability | null): Html {
  if (!free) return html`<p>The free dates cannot be told at the moment. Ask the ad desk.</p>`;
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
