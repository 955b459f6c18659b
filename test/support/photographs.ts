import sharp, { type Sharp } from 'sharp';

// Draws pictures that resemble photographs, the same in each run: light and shade of several sizes, and grain.

export type Photograph = { width: number; height: number; seed: number; grain: number; shades: readonly number[] };

/** Draws a picture. `grain` is the standard deviation of the noise in grey levels, `shades` the sizes of light and shade in pixels. */
export function photograph({ width, height, seed, grain, shades }: Photograph): Sharp {
  const random = randomFrom(seed);
  const noise = noiseFrom(random);
  const layers = shades.map((cell, nth) => ({ shade: shadesOf(width, height, cell, random), depth: 60 / (nth + 1) }));
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    let light = 120 + noise() * grain;
    for (const { shade, depth } of layers) light += (shade[at] ?? 0) * depth;
    for (let channel = 0; channel < 3; channel++)
      data[at * 3 + channel] = Math.max(0, Math.min(255, light + (channel - 1) * 12 + noise() * grain * 0.4));
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Values from -1 to 1, interpolated between random values at the corners of cells. */
function shadesOf(width: number, height: number, cell: number, random: () => number): Float32Array {
  const across = Math.ceil(width / cell) + 2;
  const corners = Float32Array.from({ length: across * (Math.ceil(height / cell) + 2) }, () => random() * 2 - 1);
  const smooth = (part: number) => part * part * (3 - 2 * part);
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const first = Math.floor(y / cell) * across;
    const down = smooth((y % cell) / cell);
    for (let x = 0; x < width; x++) {
      const corner = first + Math.floor(x / cell);
      const right = smooth((x % cell) / cell);
      const upper = (corners[corner] ?? 0) * (1 - right) + (corners[corner + 1] ?? 0) * right;
      const lower = (corners[corner + across] ?? 0) * (1 - right) + (corners[corner + across + 1] ?? 0) * right;
      values[y * width + x] = upper * (1 - down) + lower * down;
    }
  }
  return values;
}

/** Normally distributed numbers, drawn from a table of them: to compute each takes most of the time of a picture. */
function noiseFrom(random: () => number): () => number {
  const table = Float32Array.from({ length: 2 ** 16 }, () => normal(random));
  return () => table[Math.floor(random() * table.length)] ?? 0;
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
