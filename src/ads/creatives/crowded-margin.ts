import type { Box } from './creative-check.ts';
import { markShapes, type Picture } from './margin-shapes.ts';

/** What part of a field has to be edges of small type, and what part of it flat; as photographs are not. */
const MUCH = 0.07;
const FLAT = 0.4;
/** How much two neighbours differ at an edge at least, and as a part of all that differs in a field. */
const LEAST_EDGE = 14;
const PART_OF_RANGE = 0.35;
/** Neighbours that differ by no more are flat. */
const SAME = 5;
/** Small type has edges in so many columns and rows of a field; a frame or a panel has them in a few. */
const COLUMNS = 8;
const ROWS = 2;

/**
 * The parts of the margin in which type or a logo may be, large or small, however little it differs from what is behind it;
 * fields next to each other are one part. `margin` is in pixels. It warns where it is in doubt.
 */
export function crowdedMargin(picture: Picture, margin: number): Box[] {
  const { width, height } = picture;
  const marked = markShapes(picture, margin);
  const along = (from: number, to: number, field: (at: number) => Box): Box[] => {
    const found: Box[] = [];
    for (let at = from; at < to; at += margin) {
      const box = field(at);
      if (isMarked(marked, width, box) || isCrowded(picture, box)) join(found, box);
    }
    return found;
  };
  const wide = (at: number) => Math.min(margin, width - at);
  const high = (at: number) => Math.min(margin, height - margin - at);
  return [
    ...along(0, width, (x) => ({ x, y: 0, width: wide(x), height: margin })),
    ...along(0, width, (x) => ({ x, y: height - margin, width: wide(x), height: margin })),
    ...along(margin, height - margin, (y) => ({ x: 0, y, width: margin, height: high(y) })),
    ...along(margin, height - margin, (y) => ({ x: width - margin, y, width: margin, height: high(y) })),
  ];
}

function isMarked(marked: Uint8Array, width: number, box: Box): boolean {
  for (let y = box.y; y < box.y + box.height; y++)
    if (marked.subarray(y * width + box.x, y * width + box.x + box.width).includes(1)) return true;
  return false;
}

/** Makes one of a field and the part before it, where they touch. */
function join(found: Box[], box: Box): void {
  const last = found.at(-1);
  if (last && last.y === box.y && last.x + last.width === box.x) last.width += box.width;
  else if (last && last.x === box.x && last.y + last.height === box.y) last.height += box.height;
  else found.push(box);
}

/** Whether a field has as many edges as small type, among as much that is flat as is between letters. */
function isCrowded({ light, width }: Picture, box: Box): boolean {
  const at = (x: number, y: number) => light[y * width + x] ?? 0;
  let [low, high] = [255, 0];
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) {
      low = Math.min(low, at(x, y));
      high = Math.max(high, at(x, y));
    }
  const edge = Math.max(LEAST_EDGE, (high - low) * PART_OF_RANGE);
  let [flat, edges] = [0, 0];
  const [rows, columns] = [new Set<number>(), new Set<number>()];
  for (let y = 0; y + 1 < box.height; y++) {
    for (let x = 0; x + 1 < box.width; x++) {
      const here = at(box.x + x, box.y + y);
      const across = Math.abs(here - at(box.x + x + 1, box.y + y));
      const down = Math.abs(here - at(box.x + x, box.y + y + 1));
      if (across <= SAME && down <= SAME) flat++;
      if (across > edge) columns.add(x);
      if (down > edge) rows.add(y);
      if (across > edge || down > edge) edges++;
    }
  }
  const all = box.width * box.height;
  return flat >= all * FLAT && edges > all * MUCH && columns.size >= COLUMNS && rows.size >= ROWS;
}
