// The accent colour of a site: its contrast with the paper of both schemes (WCAG 2.2, 1.4.3), and the shade for the dark one.

/** The colours of the paper, as style.css has them. */
export const PAPER = { light: '#fbfaf7', dark: '#141617' } as const;
/** The least contrast of small text with its ground (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

/** The contrast of two colours `#rrggbb`, from 1 to 21. */
export function contrast(colour: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(rgbOf(colour)), luminance(rgbOf(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Whether text of this colour is legible on light paper; for dark paper there is `darkShade`. */
export function isLegible(colour: string): boolean {
  return contrast(colour, PAPER.light) >= LEAST_CONTRAST;
}

/** The shade of an accent for the dark scheme: mixed with white until it is legible on dark paper. */
export function darkShade(accent: string): string {
  return mixUntil(accent, [255, 255, 255], PAPER.dark);
}

/** The nearest darker shade that is legible on light paper: what to propose for a colour that is too light. */
export function legibleShade(colour: string): string {
  return mixUntil(colour, [0, 0, 0], PAPER.light);
}

function mixUntil(colour: string, towards: Rgb, paper: string): string {
  const from = rgbOf(colour);
  for (let part = 0; part <= 100; part++) {
    const mixed = hexOf(from.map((value, at) => value + (((towards[at] ?? 0) - value) * part) / 100));
    if (contrast(mixed, paper) >= LEAST_CONTRAST) return mixed;
  }
  return hexOf(towards);
}

/** The relative luminance, from 0 to 1 (WCAG 2.2, definitions). */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hexOf(parts: readonly number[]): string {
  return `#${parts.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
