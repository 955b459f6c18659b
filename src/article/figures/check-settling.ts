import type { z } from 'zod';
import { type Actor, isEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Policy } from '../../runtime/deps.ts';
import { computeFigure } from './compute-figure.ts';
import { holdsFigure } from './holds-figure.ts';
import type { Ledger, LedgerFigure } from './ledger.ts';
import { type Settling, settlingSchema } from './settlement.ts';

/** What is wrong with a way of settling: the part of it, and why, in words for people; `plain` quotes nothing, for agents. */
export type Wrong = { path: string; message: string; plain?: string };

/** What is wrong with settling a figure of this ledger so; empty when nothing is. What it was computed of may still be open. */
export function findWrong(
  ledger: Pick<Ledger, 'sources'>,
  figure: LedgerFigure,
  settling: Settling,
  { ownHost }: Pick<Policy, 'ownHost'>,
  by: Actor,
  find: (anchor: string) => LedgerFigure | undefined,
): Wrong[] {
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
export function readSettling(given: unknown): Settling {
  const read = settlingSchema.safeParse(given);
  if (read.success) return read.data;
  throw wrongSettling(read.error.issues.map(toWrong));
}

export function wrongSettling(issues: Wrong[]): Failure {
  return new Failure('validation_failed', 'The figure cannot be settled so.', {
    hint: issues.map(({ message }) => message).join(' '),
    more: { issues: issues.map(({ path, message }) => ({ path, message })) },
  });
}

export function toWrong({ path, message }: z.core.$ZodIssue): Wrong {
  return { path: path.join('.'), message };
}

function wrongSource(
  { sources }: Pick<Ledger, 'sources'>,
  figure: LedgerFigure,
  { source, quote }: Extract<Settling, { kind: 'sourced' }>,
  ownHost: string | undefined,
  by: Actor,
): Wrong[] {
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
