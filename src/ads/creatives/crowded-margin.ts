import type { PixelBox } from './creative-check.ts';

// Warns about type and logos in the margin of a creative. Small type is found by its many edges on a flat ground, large
// letters and logos by their shapes. Runs in the child process.

/** The least share of a field that must be edges, and the least share that must be flat. Photographs have less flat area. */
const MUCH = 0.07;
const FLAT = 0.4;
/** The least difference of two neighbours at an edge: absolute, and as a share of the range of values in the field. */
const LEAST_EDGE = 14;
const PART_OF_RANGE = 0.35;
/** Small type has edges in at least this many columns and rows of a field; a frame or a panel has fewer. */
const COLUMNS = 8;
const ROWS = 2;

/**
 * The parts of the margin that may contain type or a logo. Adjacent fields are joined into one part. `margin` is in pixels.
 * In doubt it reports a part: the result is a warning only.
 */
export function crowdedMargin(picture: Bitmap, margin: number): PixelBox[] {
  const { width, height } = picture;
  const marked = markShapes(picture, margin);
  const along = (from: number, to: number, field: (at: number) => PixelBox): PixelBox[] => {
    const boxes: PixelBox[] = [];
    for (let at = from; at < to; at += margin) {
      const box = field(at);
      if (isMarked(marked, width, box) || isCrowded(picture, box)) join(boxes, box);
    }
    return boxes;
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

function isMarked(marked: Uint8Array, width: number, box: PixelBox): boolean {
  for (let y = box.y; y < box.y + box.height; y++)
    if (marked.subarray(y * width + box.x, y * width + box.x + box.width).includes(1)) return true;
  return false;
}

/** Joins a field with the part before it when they touch. */
function join(boxes: PixelBox[], box: PixelBox): void {
  const last = boxes.at(-1);
  if (last && last.y === box.y && last.x + last.width === box.x) last.width += box.width;
  else if (last && last.x === box.x && last.y + last.height === box.y) last.height += box.height;
  else boxes.push(box);
}

/** Whether a field looks like small type: many edges and flat areas between the letters. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the pixels keeps its counts in local variables; a call for each pixel would be slow
function isCrowded(picture: Bitmap, box: PixelBox): boolean {
  const light = lightOf(picture, box);
  let [low, high] = [255, 0];
  for (const value of light) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const edge = Math.max(LEAST_EDGE, (high - low) * PART_OF_RANGE);
  let [flat, edges] = [0, 0];
  const [rows, columns] = [new Set<number>(), new Set<number>()];
  for (let y = 0; y + 1 < box.height; y++) {
    for (let x = 0; x + 1 < box.width; x++) {
      const at = y * box.width + x;
      const here = light[at] ?? 0;
      const across = Math.abs(here - (light[at + 1] ?? 0));
      const down = Math.abs(here - (light[at + box.width] ?? 0));
      if (across <= SAME && down <= SAME) flat++;
      if (across > edge) columns.add(x);
      if (down > edge) rows.add(y);
      if (across > edge || down > edge) edges++;
    }
  }
  const all = box.width * box.height;
  return flat >= all * FLAT && edges > all * MUCH && columns.size >= COLUMNS && rows.size >= ROWS;
}

/** The luminance of each pixel of a field, of 255. */
function lightOf({ data, width, channels }: Bitmap, box: PixelBox): Uint8Array {
  const light = new Uint8Array(box.width * box.height);
  for (let at = 0; at < light.length; at++) {
    const [x, y] = [at % box.width, Math.floor(at / box.width)];
    const from = ((box.y + y) * width + box.x + x) * channels;
    const red = data[from] ?? 0;
    light[at] =
      channels < 3 ? red : Math.round(0.2126 * red + 0.7152 * (data[from + 1] ?? 0) + 0.0722 * (data[from + 2] ?? 0)); // ITU-R BT.709
  }
  return light;
}

// Large letters and logos: areas of one colour with a hard outline that reach into the margin.

/** An image as rows of bytes. */
export type Bitmap = { data: Uint8Array; width: number; height: number; channels: number };

/** Neighbours that differ by at most this much in each channel count as the same colour. */
const SAME = 5;
/** The least contrast of a shape with its surroundings, and the share of its outline that must have it. */
const CONTRAST = 28;
const OUTLINED = 0.85;
/** How far outside the outline the contrast is measured, in pixels: an outline is soft over three or four pixels. */
const BEYOND = 4;
/**
 * The smallest shape in pixels: larger than the 8 × 8 blocks of strong JPEG compression. The largest shape as a share of the
 * image: a larger one is a panel or the background.
 */
const SMALLEST = 100;
const LARGEST = 0.08;
/** A shape that spans this share of the width or the height is a frame, a rule, a panel or the background. */
const SPAN = 0.9;
/** A shape that fills this share of its box and touches the edge of the image is a panel. */
const PANEL = 0.97;
/** A shape smaller than this counts only on an even background: image grain makes small shapes. */
const SMALL = 600;
const EVEN = 0.7;
/** The number of outline pixels that are sampled. */
const SAMPLES = 400;

/** Marks the pixels in the margin that belong to a shape or to its soft edge. */
function markShapes(picture: Bitmap, margin: number): Uint8Array {
  const { width, height } = picture;
  const seen = new Uint8Array(width * height);
  const queue = new Int32Array(width * height * LARGEST + 4); // `flood` stops after the four neighbours of a pixel
  const marked = new Uint8Array(width * height);
  const from = margin + 1; // the soft edge of a shape may be in the margin when its even part is not
  const start = (at: number) => {
    if (seen[at]) return;
    const part = flood(picture, seen, queue, at);
    for (const place of part ? placesOf(picture, part, margin) : []) marked[place] = 1;
  };
  for (let y = 0; y < height; y++) {
    const isMargin = y < from || y >= height - from;
    for (let x = 0; x < width; x++) {
      if (!isMargin && x === from) x = Math.max(x, width - from);
      start(y * width + x);
    }
  }
  return marked;
}

type Shape = { pixels: Int32Array; box: PixelBox };

/** In `seen`: a pixel of an area that was read to its end or is being read, and one of an area that is too large. */
const READ = 1;
const TOO_LARGE = 2;

/**
 * The area of one colour around a pixel; null when it is too small or too large for a shape. It stops as soon as the area is
 * too large or touches one that is: most of an image is background.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the pixels keeps its counts in local variables; a call for each pixel would be slow
function flood(picture: Bitmap, seen: Uint8Array, queue: Int32Array, first: number): Shape | null {
  const { width, height } = picture;
  const most = width * height * LARGEST;
  queue[0] = first;
  let count = 1;
  seen[first] = READ;
  let [left, right, top, bottom] = [width, 0, height, 0];
  let isTooLarge = false;
  const add = (from: number, other: number) => {
    if (seen[other] === READ || !isSame(picture, from, other)) return;
    if (seen[other] === TOO_LARGE) isTooLarge = true;
    else {
      seen[other] = READ;
      queue[count++] = other;
    }
  };
  for (let next = 0; next < count && !isTooLarge; next++) {
    const at = queue[next] ?? 0;
    const y = Math.floor(at / width);
    const x = at - y * width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
    if (x > 0) add(at, at - 1);
    if (x + 1 < width) add(at, at + 1);
    if (y > 0) add(at, at - width);
    if (y + 1 < height) add(at, at + width);
    isTooLarge ||= count > most || right - left + 1 >= width * SPAN || bottom - top + 1 >= height * SPAN;
  }
  if (isTooLarge) for (const at of queue.subarray(0, count)) seen[at] = TOO_LARGE;
  if (isTooLarge || count < SMALLEST) return null;
  return {
    pixels: queue.slice(0, count),
    box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 },
  };
}

/** Whether two pixels differ by at most `SAME` in each of their colour channels. */
function isSame({ data, channels }: Bitmap, pixel: number, other: number): boolean {
  const colours = channels < 3 ? channels : 3;
  for (let at = pixel * channels, to = other * channels, end = at + colours; at < end; at++, to++) {
    const difference = (data[at] ?? 0) - (data[to] ?? 0);
    if (difference > SAME || difference < -SAME) return false;
  }
  return true;
}

/** The pixels of a shape in the margin; none when the area is no shape. */
function placesOf(picture: Bitmap, { pixels, box }: Shape, margin: number): number[] {
  const { width, height } = picture;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const [cutAcross, cutDown] = [box.x === 0 || right === width, box.y === 0 || bottom === height];
  if (cutAcross && cutDown && hasCorner(picture, pixels)) return [];
  if ((cutAcross || cutDown) && pixels.length > PANEL * box.width * box.height) return [];
  const inMargin = [...pixels].flatMap((at) => placesIn(picture, at, margin));
  return inMargin.length > 0 && isOutlined(picture, pixels) ? inMargin : [];
}

/** Whether the area contains a corner of the image: background beside a panel with round corners. */
function hasCorner({ width, height }: Bitmap, pixels: Int32Array): boolean {
  const corners = new Set([0, width - 1, (height - 1) * width, height * width - 1]);
  return pixels.some((at) => corners.has(at));
}

/** The pixel itself when it is in the margin. For a pixel next to the margin: its soft edge in the margin. */
function placesIn(picture: Bitmap, at: number, margin: number): number[] {
  const { width, height } = picture;
  const [x, y] = [at % width, Math.floor(at / width)];
  if (Math.min(x, y, width - 1 - x, height - 1 - y) < margin) return [at];
  const steps = [
    x === margin ? -1 : 0,
    x === width - 1 - margin ? 1 : 0,
    y === margin ? -width : 0,
    y === height - 1 - margin ? width : 0,
  ];
  return steps.flatMap((step) => {
    if (step === 0) return [];
    const beyond = at + step * BEYOND;
    const isSoft = differ(picture, at + step, beyond) * 5 >= differ(picture, at, beyond);
    return isSoft && differ(picture, at, beyond) >= CONTRAST ? [at + step] : [];
  });
}

/** Whether nearly all pixels just outside the outline clearly have another colour. */
function isOutlined(picture: Bitmap, pixels: Int32Array): boolean {
  const { width, height } = picture;
  const own = new Set(pixels);
  const outline: [number, number][] = [];
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (const [step, room] of [
      [-1, x],
      [1, width - 1 - x],
      [-width, y],
      [width, height - 1 - y],
    ] as const)
      if (room >= BEYOND && !own.has(at + step)) outline.push([at, at + step * BEYOND]);
  }
  const every = Math.max(1, Math.floor(outline.length / SAMPLES));
  const sampled = outline.filter((_, nth) => nth % every === 0);
  const plain = sampled.filter(([at, beyond]) => own.has(beyond) || differ(picture, at, beyond) >= CONTRAST);
  if (sampled.length === 0 || plain.length < sampled.length * OUTLINED) return false;
  const even = sampled.filter(([at, beyond]) => differ(picture, beyond, beyond + Math.sign(beyond - at)) <= SAME);
  return pixels.length >= SMALL || even.length >= sampled.length * EVEN;
}

/** The difference of two pixels in the channel where they differ most. */
function differ({ data, channels }: Bitmap, pixel: number, other: number): number {
  let most = 0;
  for (let channel = 0; channel < Math.min(channels, 3); channel++)
    most = Math.max(most, Math.abs((data[pixel * channels + channel] ?? 0) - (data[other * channels + channel] ?? 0)));
  return most;
}
