// The drawings name their nine inks once for day and once for night, as CSS variables. What makes pictures out of them knows
// neither variables nor a colour scheme, so a palette is written into the text of the drawing.

export type Palette = 'light' | 'dark';

const LIGHT = /:root\{([^{}]*)\}/;
const DARK = /@media\s*\(prefers-color-scheme:\s*dark\)\s*\{\s*:root\{([^{}]*)\}\s*\}/;
const INKS = 9;

/** The text of an SVG drawing in the inks of one palette. @throws Error when a palette or an ink is missing */
export function inPalette(svg: string, palette: Palette): string {
  const dark = svg.match(DARK);
  const rest = svg.replace(DARK, '');
  const light = rest.match(LIGHT);
  if (!dark || !light) throw new Error('The drawing does not have both palettes.');
  const chosen = readInks((palette === 'dark' ? dark : light)[1] ?? '');
  if (chosen.size !== INKS) throw new Error(`The ${palette} palette has ${chosen.size} inks, not ${INKS}.`);
  return rest.replace(LIGHT, '').replace(/var\((--[a-z]+)\)/g, (_, name: string) => {
    const ink = chosen.get(name);
    if (!ink) throw new Error(`The ${palette} palette has no ${name}.`);
    return ink;
  });
}

function readInks(declarations: string): Map<string, string> {
  const pairs = declarations.matchAll(/(--[a-z]+)\s*:\s*(#[0-9a-f]{6})/g);
  return new Map(Array.from(pairs, ([, name = '', ink = '']) => [name, ink]));
}
