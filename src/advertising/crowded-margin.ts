import type { Box } from './creative-words.ts';

/** How much two neighbours differ, of 255, where one of them is an edge of type; and what part of a field has to be edge. */
const EDGE = 80;
const MUCH = 0.07;

type Info = { width: number; height: number; channels: number };

/**
 * The parts of the margin in which hard edges are, as type and logos have them; fields next to each other are one part.
 * `pixels` are rows of bytes, `margin` is in pixels.
 */
export function crowdedMargin(pixels: Uint8Array, info: Info, margin: number): Box[] {
  const { width, height } = info;
  const light = lightOf(pixels, info);
  const along = (from: number, to: number, field: (at: number) => Box): Box[] => {
    const found: Box[] = [];
    for (let at = from; at < to; at += margin) {
      const box = field(at);
      if (isCrowded(light, width, height, box)) join(found, box);
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

/** Makes one of a field and the part before it, where they touch. */
function join(found: Box[], box: Box): void {
  const last = found.at(-1);
  if (last && last.y === box.y && last.x + last.width === box.x) last.width += box.width;
  else if (last && last.x === box.x && last.y + last.height === box.y) last.height += box.height;
  else found.push(box);
}

function isCrowded(light: Uint8Array, width: number, height: number, box: Box): boolean {
  let edges = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const here = light[y * width + x] ?? 0;
      const right = x + 1 < width ? (light[y * width + x + 1] ?? 0) : here;
      const below = y + 1 < height ? (light[(y + 1) * width + x] ?? 0) : here;
      if (Math.abs(here - right) > EDGE || Math.abs(here - below) > EDGE) edges++;
    }
  }
  return edges > box.width * box.height * MUCH;
}

/** How light each pixel is, of 255 (ITU-R BT.709). */
function lightOf(pixels: Uint8Array, { width, height, channels }: Info): Uint8Array {
  const light = new Uint8Array(width * height);
  for (let at = 0; at < light.length; at++) {
    const from = at * channels;
    const red = pixels[from] ?? 0;
    light[at] =
      channels < 3
        ? red
        : Math.round(0.2126 * red + 0.7152 * (pixels[from + 1] ?? 0) + 0.0722 * (pixels[from + 2] ?? 0));
  }
  return light;
}
