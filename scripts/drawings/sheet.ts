import { setText, widthOf } from '#media/cards/card.ts';
import { DRAWING } from '#seed/drawings.ts';

// The parts of which the drawings of the sample articles are made: lines, dimensions and letters on a sheet of paper.

export const PAPER = '#fbfaf7';
export const INK = '#1b1d1e';
export const GREY = '#55595c';
export const PALE = '#e4e1d9';
export const ORANGE = '#c2410c';

/** The size of labels: large enough to be read on a phone, where the sheet is a third as wide. */
export const LABEL = 38;

export type Point = readonly [x: number, y: number];
type Align = 'left' | 'middle' | 'right';

/** A sheet with its frame, and the plumb line with its bob at the right edge. */
export function sheet(...parts: string[]): string {
  const { width, height } = DRAWING;
  const at = width - 50;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${PAPER}" d="M0 0h${width}v${height}H0z"/>`,
    ...parts,
    line([at, 0], [at, height - 92], { stroke: GREY, width: 2 }),
    `<path fill="${ORANGE}" d="M${at - 13} ${height - 92}h26v8l-13 36-13-36z"/></svg>`,
  ].join('');
}

type Stroke = { stroke?: string; width?: number; dash?: string; fill?: string };

export function shape(points: readonly Point[], { stroke = INK, width = 3, dash, fill = 'none' }: Stroke = {}): string {
  return path(`M${points.map((point) => point.join(' ')).join('L')}z`, { stroke, width, fill, ...(dash && { dash }) });
}

export function line(from: Point, to: Point, stroke: Stroke = {}): string {
  return path(`M${from.join(' ')}L${to.join(' ')}`, stroke);
}

export function path(d: string, { stroke = INK, width = 3, dash, fill = 'none' }: Stroke = {}): string {
  const dashed = dash ? ` stroke-dasharray="${dash}"` : '';
  return `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"${dashed}/>`;
}

/** A text whose baseline begins, is centred or ends at a point. */
export function text(words: string, [x, y]: Point, { size = LABEL, fill = INK, align = 'left' as Align } = {}): string {
  const wide = widthOf(words, size);
  const from = { left: x, middle: x - wide / 2, right: x - wide }[align];
  return setText(words, { x: from, y, size, fill });
}

/** A level dimension with ticks at its ends, and its text above the middle. */
export function across(from: number, to: number, y: number, words: string, stroke = GREY): string {
  return [
    line([from, y], [to, y], { stroke, width: 2 }),
    ...[from, to].map((x) => line([x - 8, y + 8], [x + 8, y - 8], { stroke, width: 3 })),
    text(words, [(from + to) / 2, y - 12], { align: 'middle', fill: INK }),
  ].join('');
}

/** An upright dimension with ticks at its ends, and its text beside the middle. */
export function upright(x: number, from: number, to: number, words: string, side: 'left' | 'right' = 'right'): string {
  return [
    line([x, from], [x, to], { stroke: GREY, width: 2 }),
    ...[from, to].map((y) => line([x - 8, y + 8], [x + 8, y - 8], { stroke: GREY, width: 3 })),
    text(words, [side === 'right' ? x + 20 : x - 20, (from + to) / 2 + 13], {
      align: side === 'right' ? 'left' : 'right',
    }),
  ].join('');
}

/** Short strokes below a level line, as ground is drawn. */
export function ground(from: number, to: number, y: number): string {
  const strokes: string[] = [];
  for (let x = from + 12; x < to; x += 26) strokes.push(`M${x} ${y}l-12 16`);
  return line([from, y], [to, y]) + path(strokes.join(''), { stroke: GREY, width: 2 });
}

/** The heading of a sheet. */
export function title(words: string): string {
  return text(words, [60, 88], { size: 50 });
}
