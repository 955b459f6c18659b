import type { Tx } from '../../db/database.ts';
import type { ArticleRow, RevisionRow } from '../filed.ts';
import type { Deciding, GateEntry } from '../gate.ts';
import { changedWithoutNote } from './changed-figures.ts';
import { problemsOf } from './claims-review.ts';
import { MOST_FIGURES } from './find-figures.ts';
import { unsearchedLanguage } from './foreign-numbers.ts';
import { type LedgerFigure, readLedger } from './ledger.ts';

/** An entry about one figure, which a chief can let pass by its anchor. */
export type FigureEntry = GateEntry & { anchor?: string };

/** Open figures told one by one; one more entry counts the rest. */
const MOST_TOLD = 200;

/** What the figures of a revision have against its publication. */
export async function checkFigures(
  tx: Tx,
  article: ArticleRow,
  revision: RevisionRow,
  deciding: Deciding,
): Promise<FigureEntry[]> {
  const ledger = await readLedger(tx, revision);
  const most = deciding.tellsAll ? MOST_FIGURES : MOST_TOLD;
  const open = ledger.figures.filter(({ state }) => state !== 'settled');
  const again = ledger.figures.filter(({ state, settlement }) => state === 'settled' && settlement?.lookAgain);
  return [
    ...open.slice(0, most).map(openEntry),
    ...(open.length > most ? [countRest(open.length - most)] : []),
    ...(ledger.hasMore ? [tooMany()] : []),
    ...unsearched(deciding),
    ...again.slice(0, MOST_TOLD).map(lookAgainEntry),
    ...(await changedWithoutNote(tx, article, revision, ledger.figures)),
    ...problemsOf(ledger, revision, deciding).map((problem) => ({
      ...problem,
      severity: 'warn' as const,
    })),
  ];
}

function openEntry(figure: LedgerFigure): FigureEntry {
  const { path, anchor, state, lapsed } = figure;
  const where = whichFigure(figure);
  if (state === 'proposed') {
    const [proposal] = figure.proposals;
    const message = `${where} waits for an editor to confirm how it is settled (${proposal?.settling.kind}).`;
    return { code: 'figure_unconfirmed', severity: 'block', path, message, anchor };
  }
  const why = lapsed === null ? '' : ` ${lapsed}`;
  return {
    code: 'figure_open',
    severity: 'block',
    path,
    message: `${where} is not settled.${why} ${howTo(figure)}`,
    anchor,
  };
}

/** The figure by its exact text, its block and its sentence; which one, where the same text stands there more than once. */
function whichFigure({ text, inBlock, blockId, sentence }: LedgerFigure): string {
  const turn = inBlock > 1 ? `, occurrence ${inBlock},` : '';
  const block = blockId === null ? '' : ` in block "${short(blockId, 60)}"`;
  return `The figure "${short(text, 80)}"${turn}${block} (“${short(sentence, 160)}”)`;
}

const HOW_TO =
  'Settle it as sourced (one of the sources, its locator and a quote), computed (a formula over other figures) or quoted (who, when)';

function howTo({ looksLike }: LedgerFigure): string {
  return looksLike === 'measure' ? `${HOW_TO}.` : `${HOW_TO}; or as exempt, if it is a ${looksLike}.`;
}

function countRest(rest: number): GateEntry {
  return {
    code: 'figure_open',
    severity: 'block',
    path: 'bodyBlocks',
    message: `${rest} more figure${rest === 1 ? ' is' : 's are'} open.`,
  };
}

function tooMany(): GateEntry {
  const message = `There are more than ${MOST_FIGURES} figures; those beyond are not looked at, and stay open.`;
  return { code: 'figure_open', severity: 'block', path: 'bodyBlocks', message };
}

function unsearched({ language }: Deciding): GateEntry[] {
  const message = unsearchedLanguage(language);
  return message === null ? [] : [{ code: 'number_words_unsearched', severity: 'warn', path: 'bodyBlocks', message }];
}

function lookAgainEntry(figure: LedgerFigure): FigureEntry {
  const message = `${whichFigure(figure)} should be looked at again: ${figure.settlement?.lookAgain}`;
  return { code: 'figure_look_again', severity: 'warn', path: figure.path, message, anchor: figure.anchor };
}

function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).trimEnd()}…` : text;
}
