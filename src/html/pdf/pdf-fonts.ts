import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { levelsOf, mirrored, visualOrder } from '#core/bidi.ts';
import { Failure } from '#core/failure.ts';

// The fonts of PDFs. Each Noto family is a package of many small files, one for each range of characters; a file is read
// when a text first needs it, and stays in memory.

/** One file of a family. `isThin`: its default weight is Thin, so a PDF has to draw its glyphs with an outline. */
export type PdfFont = { name: string; path: string; font: Font; isThin: boolean };
/** A run of text that one font draws. */
export type FontRun = { font: PdfFont; text: string };

type FontFile = { ranges: [from: number, to: number][]; path: string; paper: PdfFont | null };

const ALPHABETS = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai'];
const [CHINESE, JAPANESE, KOREAN] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const;

const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;

/**
 * Divides a line into runs that one font draws each. White space without a glyph becomes a blank; characters that are
 * never drawn, such as a soft hyphen, are left out where the font has no glyph for them.
 * @throws validation_failed that names the characters no font has
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the characters; the font of each depends on the one before
export function splitByFont(line: string): FontRun[] {
  const runs: FontRun[] = [];
  const missing = new Set<string>();
  const families = familiesFor(line);
  for (const character of line) {
    const last = runs.at(-1);
    const letter = /^\s$/u.test(character) ? ' ' : character;
    const codePoint = letter.codePointAt(0) ?? 0;
    // A space or combining mark stays with the characters before it, so that one font shapes them together.
    const stays = last && /^[\s\p{M}\p{Cf}]$/u.test(character) && last.font.font.hasGlyphForCodePoint(codePoint);
    const font = stays ? last.font : fontOf(families, codePoint);
    if (!font && IGNORABLE.test(letter)) continue;
    if (!font) missing.add(character);
    else if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  if (missing.size > 0) throw unprintable(missing);
  return runs;
}

/**
 * The runs of a line in the order from left to right, also of a line with Hebrew, Arabic and other letters. The font library
 * draws a run of Hebrew or Arabic letters from right to left by itself.
 * @throws validation_failed that names the characters no font has
 */
export function visualRuns(line: string): FontRun[] {
  const runs = splitByFont(line);
  const characters = runs.flatMap(({ font, text }) => [...text].map((text) => ({ font, text })));
  const levels = levelsOf(characters.map(({ text }) => text));
  if (levels.every((level) => level === 0)) return runs;
  const parts: (FontRun & { level: number })[] = [];
  for (const [at, { font, text }] of characters.entries()) {
    const [last, level] = [parts.at(-1), levels[at] ?? 0];
    if (last?.font === font && last.level === level) last.text += text;
    else parts.push({ font, text, level });
  }
  return visualOrder(parts).flatMap(({ font, text, level }) => {
    const letters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
    const isReversedByFont = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);
    if (level % 2 === 0) return isReversedByFont ? letters.map((text) => ({ font, text })) : { font, text };
    const shown = letters.map(mirrored);
    return { font, text: (isReversedByFont ? shown : shown.reverse()).join('') };
  });
}

/** Text that every font has: Latin with the accents of western Europe. */
const SIMPLE = /^[\t\n -~\u00a0-\u00ff]*$/;

/** The characters that no font of PDFs has, each once. */
export function findUnprintable(...texts: readonly string[]): string[] {
  if (texts.every((text) => SIMPLE.test(text))) return [];
  const characters = texts.flatMap((text) => {
    const families = familiesFor(text);
    return [...text].filter(
      (character) =>
        !/\s/u.test(character) && !IGNORABLE.test(character) && !fontOf(families, character.codePointAt(0) ?? 0),
    );
  });
  return [...new Set(characters)];
}

/** The text with the number of each character that no font has in its place: `[U+1F680]`. */
export function escapeUnprintable(text: string): string {
  const missing = findUnprintable(text);
  return missing.length === 0
    ? text
    : [...text].map((character) => (missing.includes(character) ? `[U+${hex(character)}]` : character)).join('');
}

/** @throws validation_failed that names the characters no font of PDFs has */
export function requirePrintable(...texts: readonly string[]): void {
  splitByFont(texts.join(' ').replaceAll('\n', ' '));
}

function unprintable(characters: ReadonlySet<string>): Failure {
  const named = [...characters].slice(0, 10).map((character) => `“${character}” (U+${hex(character)})`);
  return new Failure('validation_failed', `The PDF cannot show these characters: ${named.join(', ')}.`, {
    hint: 'Write the name or the text without them: no font of the PDF has them.',
  });
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** A cache of the fonts of PDF files, which never change. */
const trueTypeCache = new Map<string, Promise<Uint8Array>>();

/**
 * A font as TrueType, opened for one document: the PDF library cannot embed a subset of a WOFF2 file, and an opened font
 * keeps glyphs of the previous document.
 */
export async function loadFont({ path }: PdfFont): Promise<Font> {
  const bytes = trueTypeCache.get(path) ?? read(path);
  trueTypeCache.set(path, bytes);
  return createFont(await bytes);
}

async function read(path: string): Promise<Uint8Array> {
  const { decompress } = await import('wawoff2');
  // Copied, because the next call overwrites the memory of these bytes.
  return Uint8Array.from(await decompress(readFileSync(path)));
}

/** Chooses the Han glyphs by the language of the line: Japanese with kana, Korean with Hangul. */
function familiesFor(line: string): string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line)) return [...ALPHABETS, JAPANESE, CHINESE, KOREAN];
  if (/\p{Script=Hangul}/u.test(line)) return [...ALPHABETS, KOREAN, CHINESE, JAPANESE];
  return [...ALPHABETS, CHINESE, JAPANESE, KOREAN];
}

function fontOf(families: readonly string[], codePoint: number): PdfFont | null {
  for (const family of families) {
    for (const file of filesOf(family)) {
      if (!file.ranges.some(([from, to]) => from <= codePoint && codePoint <= to)) continue;
      const paper = openFile(file);
      if (paper.font.hasGlyphForCodePoint(codePoint)) return paper;
    }
  }
  return null;
}

const require = createRequire(import.meta.url);

/** Loads the font library with the first font, because few servers make a PDF. */
function createFont(bytes: Uint8Array): Font {
  const { create }: typeof import('fontkit') = require('fontkit');
  return create(bytes);
}

/** A cache of the font files of each font. */
const filesCache = new Map<string, FontFile[]>();

function filesOf(id: string): FontFile[] {
  const known = filesCache.get(id);
  if (known) return known;
  const path = (name: string) => require.resolve(`@fontsource-variable/${id}/${name}`);
  const subsets: Record<string, string> = JSON.parse(readFileSync(path('unicode.json'), 'utf8'));
  const files = Object.entries(subsets).map(([subset, ranges]) => ({
    ranges: ranges.split(',').map(readRange),
    path: path(`files/${id}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    paper: null,
  }));
  filesCache.set(id, files);
  return files;
}

function readRange(word: string): [number, number] {
  const [from = '', to = from] = word.replace(/^U\+/i, '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

const THIN = 100;

function openFile(file: FontFile): PdfFont {
  if (file.paper) return file.paper;
  const name = file.path.replace(/^.*[\\/]|\.woff2$/g, '');
  const font = createFont(readFileSync(file.path));
  file.paper = { name, path: file.path, font, isThin: font['OS/2'].usWeightClass === THIN };
  return file.paper;
}
