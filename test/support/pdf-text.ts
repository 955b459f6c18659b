import { inflateSync } from 'node:zlib';

/** The content streams of the pages of a PDF. */
export function drawnOn(bytes: Uint8Array): string[] {
  const objects = readObjects(Buffer.from(bytes).toString('latin1'));
  return [...objects.values()].map(({ stream }) => stream).filter((stream) => / (?:TJ|Do)\b/.test(stream));
}

/** The text of a PDF made by pdfkit with embedded fonts: text at one height forms a line. */
export function paperText(bytes: Uint8Array): string {
  const objects = readObjects(Buffer.from(bytes).toString('latin1'));
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) fonts.set(name, lettersOf(objects, id));
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    let letters = new Map<string, string>();
    let height = '';
    for (const [, y, font, shown] of stream.matchAll(
      /1 0 0 1 [-\d.]+ ([-\d.]+) Tm|\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d. ])+)\] TJ/g,
    )) {
      if (font) letters = fonts.get(font) ?? letters;
      if (y && y !== height) lines.push('');
      if (y) height = y;
      if (shown) lines.push((lines.pop() ?? '') + decode(shown, letters));
    }
  }
  return lines.join(' ').replace(/ +/g, ' ');
}

type Objects = Map<string, { head: string; stream: string }>;

function readObjects(pdf: string): Objects {
  const objects: Objects = new Map();
  for (const [, id = '', body = ''] of pdf.matchAll(/\n(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [head = '', rest] = body.split(/stream\n/s, 1).concat(body.slice(body.indexOf('stream\n') + 7));
    objects.set(id, { head, stream: body.includes('stream\n') ? inflated(rest ?? '') : '' });
  }
  return objects;
}

/** The character of each glyph of a font, from its ToUnicode map. */
function lettersOf(objects: Objects, id: string): Map<string, string> {
  const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '') ?? [];
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of (objects.get(map)?.stream ?? '').matchAll(
    /<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g,
  ))
    for (const [index, [, units = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  return letters;
}

function decode(shown: string, letters: Map<string, string>): string {
  const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return glyphs.map((glyph) => letters.get(glyph) ?? '').join('');
}

function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return ''; // no text: a font, or part of the trailer
  }
}
