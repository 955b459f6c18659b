import { readFileSync } from 'node:fs';

// Letters as outlines, so that a card looks the same on a machine without fonts.

/** Units are thousandths of the font size; y grows upwards. */
type Letter = { advance: number; outline: string };

const LETTERS: ReadonlyMap<string, Letter> = readLetters();

function readLetters(): Map<string, Letter> {
  const file = readFileSync(new URL('./glyphs.txt', import.meta.url), 'utf8');
  return new Map(
    [...file.matchAll(/^(.) (\d+) (.*)$/gmu)].map(([, char = '', advance, outline = '']) => [
      char,
      { advance: Number(advance), outline },
    ]),
  );
}

/** Whether a text can be drawn: it is not empty, and there is an outline for each of its letters. */
export function canSet(text: string): boolean {
  return text !== '' && [...text].every((char) => LETTERS.has(char));
}

/** The width of a text, in the unit of its size. */
export function widthOf(text: string, size: number): number {
  let advance = 0;
  for (const char of text) advance += LETTERS.get(char)?.advance ?? 0;
  return (advance * size) / 1000;
}

/** A text as one SVG path; its baseline begins at `x`, `y`. */
export function setText(text: string, x: number, y: number, size: number, fill: string): string {
  let at = 0;
  const letters = [...text].map((char) => {
    const { advance = 0, outline = '' } = LETTERS.get(char) ?? {};
    const letter = outline === '' ? '' : `<path transform="translate(${at} 0)" d="${outline}"/>`;
    at += advance;
    return letter;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${size / 1000} ${-size / 1000})">${letters.join('')}</g>`;
}

/** Breaks a text into the fewest lines of a width, as even as possible; it also breaks a word that is wider than a line. */
export function breakLines(text: string, size: number, width: number): string[] {
  const fewest = fill(text, size, width);
  let [least, most] = [width / 2, width];
  while (most - least > 4) {
    const middle = (least + most) / 2;
    if (fill(text, size, middle).length > fewest.length) least = middle;
    else most = middle;
  }
  return fill(text, size, most);
}

function fill(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => pieces(one, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, size) <= width) {
      line = longer;
    } else {
      if (line !== '') lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** A word in pieces that each fit a line. */
function pieces(word: string, size: number, width: number): string[] {
  const found = [''];
  for (const char of word) {
    const longer = `${found.at(-1)}${char}`;
    if (widthOf(longer, size) <= width || found.at(-1) === '') found.splice(-1, 1, longer);
    else found.push(char);
  }
  return found.filter((piece) => piece !== '');
}
