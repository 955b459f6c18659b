import { type Actor, isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { issueWords } from '#core/text.ts';
import type { Policy } from '#runtime/deps.ts';
import { computeFigure, numberOf } from './compute-figure.ts';
import { findFigures } from './find-figures.ts';
import type { Ledger, LedgerFigure } from './ledger.ts';
import { type SettlementMethod, settlementMethodSchema } from './settlement.ts';
import { isSmallNumber } from './small-count.ts';

/** A fault of a settlement method: the field, and a message for people. `plain` is the message for agents, without quotes from the copy. */
export type SettlementIssue = { path: string; message: string; plain?: string };

/** The faults of this method for a figure of the ledger; empty when it can be used. Figures it is computed from may still be open. */
export function checkSettlement({
  ledger,
  figure,
  settling,
  ownHost,
  by,
  find,
}: {
  ledger: Pick<Ledger, 'sources'>;
  figure: LedgerFigure;
  settling: SettlementMethod;
  by: Actor;
  find: (anchor: string) => LedgerFigure | undefined;
} & Pick<Policy, 'ownHost'>): SettlementIssue[] {
  switch (settling.kind) {
    case 'sourced':
      return wrongSource({ ...ledger, figure, ...settling, ownHost, by });
    case 'computed': {
      if (Object.values(settling.inputs).includes(figure.anchor))
        return [{ path: 'inputs', message: 'A number cannot be computed from itself.' }];
      const why = computeFigure(figure.text, settling, (anchor) => find(anchor)?.text);
      return why === null ? [] : [{ path: 'formula', message: why.quoted, plain: why.plain }];
    }
    case 'signed':
      return isEditorial(by) ? [] : [{ path: 'kind', message: 'Only an editor can sign for a number.' }];
    case 'exempt':
      if (settling.class === 'small_count' && !isSmallNumber(figure.text)) return [NO_SMALL_COUNT];
      return settling.class === 'earlier_value' && figure.looksLike !== 'earlier_value' ? [NO_EARLIER_VALUE] : [];
    case 'quoted':
      return [];
  }
}

const NO_EARLIER_VALUE: SettlementIssue = {
  path: 'class',
  message:
    'Only a number in the correction note can be an earlier, wrong value: one that the published text states and this revision states less often.',
};

const NO_SMALL_COUNT: SettlementIssue = {
  path: 'class',
  message:
    'Only a number in words up to ten, half, or a round number such as a million, without a unit, can be a small count.',
};

const CANNOT = 'The number cannot be settled this way.';

/** The fields of the forms, as a person reads them. */
const FIELD_NAMES: Record<string, string> = {
  kind: 'The way to settle it',
  source: 'The source',
  locator: 'The place in the source',
  quote: 'The quote',
  formula: 'The formula',
  who: 'Who said it',
  when: 'When it was said',
  class: 'The class',
  reason: 'The reason',
};

/** Parses a settlement method. @throws validation_failed */
export function parseSettlementMethod(given: unknown): SettlementMethod {
  const read = settlementMethodSchema.safeParse(given);
  if (read.success) return read.data;
  const issues = read.error.issues.map((issue) => ({ path: issue.path.join('.'), words: issueWords(issue) }));
  throw new Failure('validation_failed', CANNOT, {
    hint: issues.map(({ path, words }) => `${FIELD_NAMES[path] ?? 'A field'} ${words}.`).join(' '),
    more: { issues: issues.map(({ path, words }) => ({ path, message: words })) },
  });
}

/** The errors of a method, each as a sentence that begins with the name of the field. */
export function namedIssues({ detail }: Failure): SettlementIssue[] {
  const issues = (detail.more?.issues ?? []) as SettlementIssue[];
  return issues.map(({ path, message }) =>
    /^(?:must|is) /.test(message)
      ? { path, message: `${FIELD_NAMES[path] ?? 'A field'} ${message}.` }
      : { path, message },
  );
}

/** The same refusal for a page, which lists the errors of the fields. */
export function settlementRefusal(failure: Failure): Failure {
  const { kind, message, detail } = failure;
  return new Failure(kind, message, { ...detail, more: { ...detail.more, issues: namedIssues(failure) } });
}

export function invalidSettlement(issues: SettlementIssue[]): Failure {
  return new Failure('validation_failed', CANNOT, {
    hint: issues.map(({ message }) => message).join(' '),
    more: { issues: issues.map(({ path, message }) => ({ path, message })) },
  });
}

function wrongSource({
  sources,
  figure,
  source,
  quote,
  ownHost,
  by,
}: { figure: LedgerFigure; ownHost: string | undefined; by: Actor } & Pick<Ledger, 'sources'> &
  Extract<SettlementMethod, { kind: 'sourced' }>): SettlementIssue[] {
  if (!sources.some(({ url }) => url === source))
    return [
      {
        path: 'source',
        message: `"${source.slice(0, 200)}" is not one of the article’s sources.`,
        plain: 'The `source` is not one of the article’s sources: it has to be the `url` of one of them.',
      },
    ];
  if (ownHost !== undefined && isHost(URL.parse(source)?.hostname ?? '', ownHost))
    return [{ path: 'source', message: 'Pages of this publication cannot be the source of a number.' }];
  if (by.kind === 'agent' && !quote?.trim())
    return [{ path: 'quote', message: 'Quote the words of the source that contain the number.' }];
  if (by.kind === 'agent' && !holdsFigure(quote ?? '', figure.text))
    return [
      {
        path: 'quote',
        message: 'The quote does not contain the number: quote the words of the source that contain this number.',
      },
    ];
  return [];
}

/** Whether a host is the publication's own host or one of its subdomains. */
function isHost(host: string, own: string): boolean {
  const bare = own.replace(/^www\./, '');
  return host === bare || host.endsWith(`.${bare}`);
}

/**
 * Whether a quote contains the number of a figure: its exact text, or the same value written differently. A figure with
 * several numbers, such as a range, needs each of them.
 */
export function holdsFigure(words: string, figure: string): boolean {
  if (hasText(words, figure)) return true;
  const there = numbersIn(words);
  const stated = numberOf(figure);
  if (stated) return there.some((value) => isSame(value, stated.value));
  const parts = numbersIn(figure);
  return parts.length > 0 && parts.every((part) => there.some((value) => isSame(value, part)));
}

/** Whether a text contains another at word boundaries, ignoring case and spaces. */
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

/** Digits with spaces, points, commas or apostrophes between them. */
const DIGITS = /\d+(?:[.,\u00a0\u202f\u2009’' ]\d+)*/gu;

/** The numbers in a text, read with the separators of any language. */
function numbersIn(text: string): number[] {
  const stated = findFigures(text).flatMap(({ text: figure }) => numberOf(figure)?.value ?? []);
  const written = [...text.normalize('NFKC').matchAll(DIGITS)].flatMap(([digits]) => readings(digits));
  return [...stated, ...written];
}

/** The values that digits can have: `1.200` is 1200 in some languages and 1.2 in others, `3 412` can be two numbers. */
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

function isSame(value: number, other: number): boolean {
  return Math.abs(value - other) <= Math.max(Math.abs(value), Math.abs(other)) * 1e-9;
}
