import { numberOf } from './figure-value.ts';
import { findFigures } from './find-figures.ts';

/**
 * Whether words of a source have the number that a figure states: its very text, or a number of the same value however it
 * is written. A figure of several numbers, such as a range, needs each of them.
 */
export function holdsFigure(words: string, figure: string): boolean {
  if (hasText(words, figure)) return true;
  const there = numbersIn(words);
  const stated = numberOf(figure);
  if (stated) return there.some((value) => isSame(value, stated.value));
  const parts = numbersIn(figure);
  return parts.length > 0 && parts.every((part) => there.some((value) => isSame(value, part)));
}

/** Whether a text has another between its words, whatever its case and its spaces. */
function hasText(text: string, wanted: string): boolean {
  const [whole, part] = [fold(text), fold(wanted)];
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + 1)) {
    const before = whole.slice(0, at);
    const after = whole.slice(at + part.length);
    if (!/[\p{L}\p{N}]$|\d[.,]$/u.test(before) && !/^[\p{L}\p{N}]|^[.,]\d/u.test(after)) return true;
  }
  return false;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Digits with spaces, points, commas or apostrophes among them. */
const DIGITS = /\d+(?:[.,\u00a0\u202f\u2009’' ]\d+)*/gu;

/** The numbers a text states, read with the separators of any language. */
function numbersIn(text: string): number[] {
  const stated = findFigures(text).flatMap(({ text: figure }) => numberOf(figure)?.value ?? []);
  const written = [...text.normalize('NFKC').matchAll(DIGITS)].flatMap(([digits]) => readings(digits));
  return [...stated, ...written];
}

/** What digits may mean: `1.200` is 1200 to some and 1.2 to others, `3 412` may be two numbers. */
function readings(digits: string): number[] {
  const parts = digits.split(/[^\d]/);
  const isGrouped = parts.length > 1 && parts.slice(1).every((part) => part.length === 3);
  const decimal = /^([\d\u00a0\u202f\u2009’' .,]*\d)[.,](\d+)$/u.exec(digits);
  return [
    ...(parts.length === 1 || /\s/.test(digits) ? parts.map(Number) : []),
    ...(isGrouped ? [Number(parts.join(''))] : []),
    ...(decimal ? [Number(`${decimal[1]?.replace(/\D/g, '')}.${decimal[2]}`)] : []),
  ];
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(Math.abs(one), Math.abs(other)) * 1e-9;
}
