import { html } from 'hono/html';
import type { Creative } from '../../ads/catalog/catalog-schema.ts';
import type { Html } from '../html/html.ts';

// Every drawing is as wide as a home page with a margin for dimensions, so that one scale holds at any width of the page.
// One unit is one pixel as readers see it.

const WIDTH = 1640;
const LEFT = 20;

type Box = { x: number; y: number; w: number; h: number };

/** A placement in its surroundings: the sheet in grey, the ad hatched, the area kept clear dashed, both dimensions. */
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

/** Lines at 45 degrees, 80 apart, cut at the box. */
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

const rows = (x: number, y: number, length: number, count: number, apart = 36): Line[] =>
  Array.from({ length: count }, (_, row) => [x, y + row * apart, row === count - 1 ? length * 0.6 : length]);

/** What stands around each placement, on its sheet. */
const SURROUNDINGS: Record<string, Surroundings> = {
  'homepage-band': {
    sheet: { w: 1440, h: 640 },
    at: { x: 0, y: 340 },
    lines: [...rows(240, 60, 900, 3), ...rows(240, 200, 1120, 4, 30)],
  },
  'in-article': {
    sheet: { w: 1280, h: 1100 },
    at: { x: 40, y: 160 },
    lines: [...rows(40, 40, 760, 3), ...rows(40, 1004, 760, 3)],
  },
  'field-brief': {
    sheet: { w: 680, h: 480 },
    at: { x: 40, y: 140 },
    lines: [...rows(40, 40, 600, 3), ...rows(40, 372, 600, 3)],
  },
  'directory-logo': {
    sheet: { w: 1280, h: 480 },
    at: { x: 40, y: 40 },
    lines: rows(500, 60, 700, 5, 60),
  },
};
