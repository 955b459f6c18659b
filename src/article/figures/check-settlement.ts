import type { z } from 'zod';
import { type Actor, isEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Policy } from '../../runtime/deps.ts';
import { computeFigure, numberOf } from './compute-figure.ts';
import { findFigures } from './find-figures.ts';
import type { Ledger, LedgerFigure } from './ledger.ts';
import { type SettlementMethod, settlementMethodSchema } from './settlement.ts';

/** What is wrong with a way of settling: the part of it, and why, in words for people; `plain` quotes nothing, for agents. */
export type SettlementIssue = { path: string; message: string; plain?: string };

/** What is wrong with settling a figure of this ledger so; empty when nothing is. What it was computed of may still be open. */
export function checkSettlement(
  ledger: Pick<Ledger, 'sources'>,
  figure: LedgerFigure,
  settling: SettlementMethod,
  { ownHost }: Pick<Policy, 'ownHost'>,
  by: Actor,
  find: (anchor: string) => LedgerFigure | undefined,
): SettlementIssue[] {
  switch (settling.kind) {
    case 'sourced':
      return wrongSource(ledger, figure, settling, ownHost, by);
    case 'computed': {
      if (Object.values(settling.inputs).includes(figure.anchor))
        return [{ path: 'inputs', message: 'A figure cannot be computed from itself.' }];
      const why = computeFigure(figure.text, settling, (anchor) => find(anchor)?.text);
      return why === null ? [] : [{ path: 'formula', message: why.quoted, plain: why.plain }];
    }
    case 'signed':
      return isEditorial(by) ? [] : [{ path: 'kind', message: 'Only an editor signs for a figure.' }];
    case 'quoted':
    case 'exempt':
      return [];
  }
}

/** A way of settling as it came, held against its schema. @throws validation_failed */
export function parseSettlementMethod(given: unknown): SettlementMethod {
  const read = settlementMethodSchema.safeParse(given);
  if (read.success) return read.data;
  throw invalidSettlement(read.error.issues.map(toSettlementIssue));
}

export function invalidSettlement(issues: SettlementIssue[]): Failure {
  return new Failure('validation_failed', 'The figure cannot be settled so.', {
    hint: issues.map(({ message }) => message).join(' '),
    more: { issues: issues.map(({ path, message }) => ({ path, message })) },
  });
}

export function toSettlementIssue({ path, message }: z.core.$ZodIssue): SettlementIssue {
  return { path: path.join('.'), message };
}

function wrongSource(
  { sources }: Pick<Ledger, 'sources'>,
  figure: LedgerFigure,
  { source, quote }: Extract<SettlementMethod, { kind: 'sourced' }>,
  ownHost: string | undefined,
  by: Actor,
): SettlementIssue[] {
  if (!sources.some(({ url }) => url === source))
    return [
      {
        path: 'source',
        message: `"${source.slice(0, 200)}" is none of the article’s sources.`,
        plain: 'The `source` is none of the article’s sources: it has to be the `url` of one of them.',
      },
    ];
  if (ownHost !== undefined && isHost(URL.parse(source)?.hostname ?? '', ownHost))
    return [{ path: 'source', message: 'Our own pages are no source of a number.' }];
  if (by.kind === 'agent' && !quote?.trim())
    return [{ path: 'quote', message: 'Quote the words of the source that hold the number.' }];
  if (by.kind === 'agent' && !holdsFigure(quote ?? '', figure.text))
    return [
      {
        path: 'quote',
        message: 'The quote does not hold the figure: quote the words of the source that have this number.',
      },
    ];
  return [];
}

/** Whether a name is the house's own, or one below it. */
function isHost(host: string, own: string): boolean {
  const bare = own.replace(/^www\./, '');
  return host === bare || host.endsWith(`.${bare}`);
}

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
