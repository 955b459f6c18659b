// The mark of the magazine, a plumb line with its bob, in a square of `size` pixels, as SVG.

/** The ground of icons and cards, as style.css has it. */
export const PAPER = '#fbfaf7';
const LINE = '#6b6f72';
const ORANGE = '#c2410c';

/** On paper: devices put icons on any ground. */
export function markDrawing(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32"><path fill="${PAPER}" d="M0 0h32v32H0z"/><path d="M15.25 0h1.5v14h-1.5z" fill="${LINE}"/><path d="M10.5 14h11v3L16 30l-5.5-13z" fill="${ORANGE}"/></svg>`;
}

/** Without paper and with a thicker line, for the tab of a browser. */
export function smallMarkDrawing(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32"><path d="M14.5 0h3v14h-3z" fill="${LINE}"/><path d="M8 13h16v4L16 32 8 17z" fill="${ORANGE}"/></svg>`;
}
