import sharp, { type Sharp } from 'sharp';

// Draws pictures that resemble photographs, the same in each run: light and shade of several sizes, and grain.

export type Photograph = { width: number; height: number; seed: number; grain: number; shades: readonly number[] };

/** Draws a picture. `grain` is the standard deviation of the noise in grey levels, `shades` the sizes of light and shade in pixels. */
export function photograph({ width, height, seed, grain, shades }: Photograph): Sharp {
  const random = randomFrom(seed);
  const layers = shades.map((cell, nth) => ({ shade: shadesOf(width, height, cell, random), depth: 60 / (nth + 1) }));
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const light =
      layers.reduce((sum, { shade, depth }) => sum + (shade[at] ?? 0) * depth, 120) + normal(random) * grain;
    for (let channel = 0; channel < 3; channel++)
      data[at * 3 + channel] = Math.max(0, Math.min(255, light + (channel - 1) * 12 + normal(random) * grain * 0.4));
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Values from -1 to 1, interpolated between random values at the corners of cells. */
function shadesOf(width: number, height: number, cell: number, random: () => number): Float32Array {
  const across = Math.ceil(width / cell) + 2;
  const corners = Float32Array.from({ length: across * (Math.ceil(height / cell) + 2) }, () => random() * 2 - 1);
  const smooth = (part: number) => part * part * (3 - 2 * part);
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const first = Math.floor(y / cell) * across + Math.floor(x / cell);
      const [right, down] = [smooth((x % cell) / cell), smooth((y % cell) / cell)];
      const row = (from: number) => (corners[from] ?? 0) * (1 - right) + (corners[from + 1] ?? 0) * right;
      values[y * width + x] = row(first) * (1 - down) + row(first + across) * down;
    }
  return values;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-9)) * Math.cos(2 * Math.PI * random());
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
