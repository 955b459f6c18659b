import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

const [WIDTH, TALLEST, TOP, LEFT] = [364, 96, 14, 46];
const FOOT = TOP + TALLEST;
/** The lines of the logarithmic scale, in milliseconds; a message has ten seconds. */
const SCALE: readonly (readonly [milliseconds: number, name: string])[] = [
  [10, '10 ms'],
  [100, '100 ms'],
  [1000, '1 s'],
  [10_000, '10 s'],
];
/** Tries that fit. */
export const DRAWN = 40;

/** A try of a message: when, how long until the answer in milliseconds, and whether it was taken. */
export type DrawnDelivery = { at: string; took: number; isTaken: boolean };

/** A bar for each of the latest tries, oldest first: filled when taken, open with a cross when not. Its table is beside it. */
export function deliveriesDrawing(tries: readonly DrawnDelivery[]): Html {
  const shown = tries.slice(-DRAWN);
  const failed = shown.filter(({ isTaken }) => !isTaken).length;
  const slot = (WIDTH - LEFT) / Math.max(12, shown.length);
  return html`<svg class="drawing deliveries" viewBox="0 0 ${WIDTH} ${FOOT + 20}" role="img" aria-labelledby="tries-name tries-words">
<title id="tries-name">Time until the answer of the latest tries</title><desc id="tries-words">${shown.length} tries, ${failed} of them failed. The times are in the table below.</desc>
${SCALE.map(([milliseconds, name]) => {
  const y = FOOT - heightOf(milliseconds) + 0.5;
  return html`<path class="cell" d="M${LEFT} ${y}H${WIDTH}"/><text class="axis end" x="${LEFT - 4}" y="${y + 3.5}">${name}</text>`;
})}
${shown.map(({ took, isTaken }, at) => oneTry(LEFT + at * slot, slot, heightOf(took), isTaken))}
<path class="ground" d="M${LEFT} ${FOOT + 0.5}H${WIDTH}"/>
${shown.length > 0 ? html`<text class="axis" x="${LEFT}" y="${FOOT + 14}">${timeOf(shown[0]?.at)}</text>` : ''}
${shown.length > 11 ? html`<text class="axis end" x="${round(LEFT + shown.length * slot)}" y="${FOOT + 14}">${timeOf(shown.at(-1)?.at)}</text>` : ''}
</svg>`;
}

function oneTry(left: number, slot: number, height: number, isTaken: boolean): Html {
  const width = slot * 0.6;
  const [x, y] = [round(left + (slot - width) / 2), round(FOOT - height)];
  if (isTaken) return html`<rect class="solid" x="${x}" y="${y}" width="${round(width)}" height="${round(height)}"/>`;
  return html`<rect class="line" x="${x}" y="${y}" width="${round(width)}" height="${round(height)}"/>
<text class="count middle" x="${round(left + slot / 2)}" y="${y - 3}">×</text>`;
}

/** Pixels of a time on the logarithmic scale, from 3 ms to 10 s. */
function heightOf(milliseconds: number): number {
  const part = (Math.log10(Math.max(milliseconds, 4)) - Math.log10(3)) / (4 - Math.log10(3));
  return Math.min(1, part) * TALLEST;
}

function timeOf(at = ''): string {
  return `${at.slice(5, 10)} ${at.slice(11, 16)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
