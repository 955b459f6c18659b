import { PUBLISHED_TEXT_NAMES } from '#article/article-fields.ts';
import { copyOf, type RevisionRow } from '#article/article-rows.ts';
import type { Copy } from '#article/copy.ts';
import {
  type FigureEntry,
  type GateData,
  type GateEntry,
  gateEntry,
  type LookupTold,
  type NamedFigure,
} from '#article/gate-entry.ts';
import { figureOfRow, readNumberTable } from '#article/number-table.ts';
import { isNewNote } from '#article/pending-correction.ts';
import type { ExemptClass } from '#article/settlement-kinds.ts';
import type { Tx } from '#db/database.ts';
import { findClaimProblems } from '#evidence/figures/claims-review.ts';
import { type EvidenceFigure, readEvidence } from '#evidence/figures/evidence.ts';
import { MOST_FIGURES } from '#evidence/figures/find-figures.ts';
import { unsearchedLanguage } from '#evidence/figures/foreign-numbers.ts';
import { type LedgerFigure, readLedger } from '#evidence/figures/ledger.ts';
import type { PlacedFigure } from '#evidence/figures/place-figures.ts';
import type { ProposalLookup } from '#evidence/figures/proposal-lookup.ts';
import { suggestedClass } from '#evidence/figures/settlement.ts';
import { tellCandidate } from '#evidence/lookup/passage.ts';
import type { Policy } from '#runtime/deps.ts';

/** The options of the figures' part of the gate. `tellsAll` gives every open figure its own entry, not only the first few hundred. */
export type FiguresGateOptions = Policy & { language: string | null; copy?: Copy; tellsAll?: true };

/** Most figures of one state that get their own entry. One more entry lists the rest by path. */
const MOST_TOLD = 200;
/** Most figures that the extra entry lists. Together with the figures above, that is more than one claimsReview can hold. */
const MOST_NAMED = 1000;
/** Longest sentence and longest block id in an entry, in characters. */
const LONGEST_SENTENCE = 160;
const LONGEST_ID = 60;

/**
 * The gate entries about the figures of a revision: open figures first, then those that wait for an editor. `last` is the
 * revision that readers saw last.
 */
export async function checkFigures(
  tx: Tx,
  last: RevisionRow | null,
  revision: RevisionRow,
  options: FiguresGateOptions,
): Promise<FigureEntry[]> {
  const ledger = await readLedger(tx, revision, options.copy);
  const most = options.tellsAll ? MOST_FIGURES : MOST_TOLD;
  const inState = (state: LedgerFigure['state']) => ledger.figures.filter((figure) => figure.state === state);
  const again = inState('settled').filter(({ settlement }) => settlement?.lookAgain);
  return [
    ...tell(inState('open'), most, openEntry, restOpen),
    ...(ledger.hasMore ? [tooMany()] : []),
    ...unsearched(options),
    ...tell(inState('proposed'), most, waitingEntry, restWaiting),
    ...tell(again, most, lookAgainEntry, restAgain),
    ...checkTable(options.copy ?? copyOf(revision), inState('settled')),
    ...(await changedWithoutNote(tx, last, revision, ledger.figures)),
    ...(await findClaimProblems(ledger, revision, options)).map((problem) => ({
      ...problem,
      severity: 'warn' as const,
    })),
  ];
}

/** A row of the table of numbers reaches readers only while its number is settled in the text. */
function checkTable({ numberTable }: Copy, settled: readonly LedgerFigure[]): FigureEntry[] {
  const table = numberTable ? readNumberTable(numberTable) : null;
  if (table === null || typeof table === 'string') return [];
  const measured = settled.filter(({ settlement }) => settlement?.settling.kind !== 'exempt');
  return table.rows
    .filter(({ value }) => figureOfRow(value, measured) === null)
    .map(({ value }) => ({ ...gateEntry('table_number_unsettled', 'numberTable', value.slice(0, 60)) }));
}

/** An entry for each of the first `most` figures, and one entry that lists the figures after them. */
function tell(
  figures: readonly LedgerFigure[],
  most: number,
  entry: (figure: LedgerFigure) => FigureEntry,
  rest: (count: number, named: number) => Omit<GateEntry, 'path'>,
): FigureEntry[] {
  const beyond = figures.slice(most);
  const entries = figures.slice(0, most).map(entry);
  if (beyond.length === 0) return entries;
  const named = beyond.slice(0, MOST_NAMED);
  const byPath = [...Map.groupBy(named, ({ path }) => path)].map(([path, ones]) => [path, ones.map(nameOf)] as const);
  return [
    ...entries,
    { ...rest(beyond.length, named.length), path: 'bodyBlocks', figures: Object.fromEntries(byPath) },
  ];
}

function nameOf({ text, inBlock }: LedgerFigure): NamedFigure {
  return { figure: text, ...(inBlock > 1 && { occurrence: inBlock }) };
}

function openEntry(figure: LedgerFigure): FigureEntry {
  const { path, anchor, lapsed, sentBack } = figure;
  const exempt = suggestedClass(figure.looksLike);
  return {
    code: 'figure_open',
    severity: 'block',
    path,
    message: [
      'This number is not settled.',
      ...(lapsed === null ? [] : [lapsed.plain]),
      ...(sentBack ? [SENT_BACK[sentBack.what]] : []),
      exempt === null ? `${HOW_TO}.` : `${HOW_TO}; or as exempt, if it is ${CLASS_WORDS[exempt]}.`,
    ].join(' '),
    ...dataOf(figure),
    ...(exempt && { exempt }),
    ...(sentBack && { [sentBack.what]: sentBack.told }),
    anchor,
  };
}

/** The words for each class of exempt figures within a sentence. */
const CLASS_WORDS: Record<ExemptClass, string> = {
  date: 'a date',
  name: 'part of a name',
  ordinal: 'an ordinal',
  list_number: 'the number of a list',
  earlier_value: 'the wrong value that this revision corrects',
  small_count: 'a small count that measures nothing',
};

/** Added to the message when an editor undid the last proposal or settlement. */
const SENT_BACK = {
  refused: 'An editor refused the last proposal: the field `refused` has the reason. Propose something else.',
  reopened: 'An editor opened it again: the field `reopened` has the reason.',
} as const;

function waitingEntry(figure: LedgerFigure): FigureEntry {
  const [proposal] = figure.proposals;
  const lookup = proposal?.lookup ? tellLookup(proposal.lookup) : null;
  return {
    code: 'figure_unconfirmed',
    severity: 'block',
    path: figure.path,
    message: `This number waits for an editor to confirm how it is settled (${proposal?.settling.kind}).${lookup ? LOOKED_UP[lookup.state] : ''}`,
    ...dataOf(figure),
    ...(proposal && { settlement: proposal.settling.kind }),
    ...(lookup && { lookup }),
    anchor: figure.anchor,
  };
}

/** Added to the message when the server has looked the proposal up. */
const LOOKED_UP: Record<LookupTold['state'], string> = {
  found: ' Its source has the number.',
  near: ' Its source was opened and says something else there: the field `lookup` has the passage. Correct the number or the proposal.',
  not_found: ' Its source was opened and does not have the number. Propose where it is.',
  unreachable: ' Its source could not be opened: the field `lookup` says why.',
};

/** The finding of a lookup for an agent. The words of the source have their own fields and are never in the message. */
function tellLookup(lookup: ProposalLookup): LookupTold {
  if (lookup.state === 'unreachable') return { state: lookup.state, because: lookup.trouble };
  const { state, candidate } = lookup;
  return { state, ...(candidate && tellCandidate(candidate)) };
}

function lookAgainEntry(figure: LedgerFigure): FigureEntry {
  const message = `Check this number again: ${figure.settlement?.lookAgain}`;
  const { path, anchor } = figure;
  const now = figure.settlement?.now;
  return { ...gateEntry('figure_look_again', path, message), ...dataOf(figure), ...(now && { lookup: now }), anchor };
}

function dataOf(figure: LedgerFigure): GateData {
  const { blockId } = figure;
  return {
    ...nameOf(figure),
    ...(blockId !== null && { block: short(blockId, LONGEST_ID) }),
    sentence: excerpt(figure),
  };
}

/** The sentence of a figure, or the part of a long sentence that has the figure. */
function excerpt({ sentence, text, inSentence }: LedgerFigure): string {
  const from = Math.max(0, inSentence + text.length - LONGEST_SENTENCE + LONGEST_ID);
  return from === 0 ? short(sentence, LONGEST_SENTENCE) : `…${short(sentence.slice(from), LONGEST_SENTENCE)}`;
}

const HOW_TO =
  'Settle it as sourced (one of the sources, its locator and a quote), computed (a formula over other numbers) or quoted (who, when)';

function restOpen(rest: number, named: number): Omit<GateEntry, 'path'> {
  const next = named < rest ? ` ${named} of them; propose these, and the next answer names others` : ' them';
  return {
    code: 'figure_open',
    severity: 'block',
    message: `${rest} more number${rest === 1 ? ' is' : 's are'} open. The field \`figures\` names${next}.`,
    count: rest,
  };
}

function restWaiting(rest: number): Omit<GateEntry, 'path'> {
  const message = `${rest} more number${rest === 1 ? ' waits' : 's wait'} for an editor to confirm how they are settled.`;
  return { code: 'figure_unconfirmed', severity: 'block', message, count: rest };
}

function restAgain(rest: number): Omit<GateEntry, 'path'> {
  const message = `${rest} more number${rest === 1 ? '' : 's'} should be checked again.`;
  return { code: 'figure_look_again', severity: 'warn', message, count: rest };
}

function tooMany(): GateEntry {
  const message = `There are more than ${MOST_FIGURES} numbers; the rest are not checked and stay open.`;
  return gateEntry('figure_open', 'bodyBlocks', message);
}

function unsearched({ language }: FiguresGateOptions): GateEntry[] {
  const message = unsearchedLanguage(language ?? undefined);
  return message === null ? [] : [gateEntry('number_words_unsearched', 'bodyBlocks', message)];
}

/** The beginning of a text in an entry, with a sign that there is more. */
export function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed().trimEnd()}…` : text.toWellFormed();
}

/** The fields that readers see on the page of the article. */
const SEEN: ReadonlySet<string> = new Set([
  'headline',
  'dek',
  'body',
  'heroAlt',
  'heroCaption',
  ...PUBLISHED_TEXT_NAMES,
]);
const HERO: ReadonlySet<string> = new Set(['heroAlt', 'heroCaption']);
/** Most figures that the entry names. */
const MOST_CHANGED_NAMED = 200;

/**
 * Asks for a new correction note when the revision changes or drops a settled figure that readers saw. A figure that stays
 * while its sentence is rewritten, or that moves with its sentence, has not changed.
 */
async function changedWithoutNote(
  tx: Tx,
  last: RevisionRow | null,
  revision: RevisionRow,
  figures: readonly PlacedFigure[],
): Promise<GateEntry[]> {
  if (last === null) return [];
  // Within one revision only the words by its picture can change.
  const seen = last.number === revision.number ? HERO : SEEN;
  const evidence = await readEvidence(tx, revision.article_id, last.number);
  const settled = evidence?.figures.filter(({ settlement, field }) => settlement !== null && seen.has(field)) ?? [];
  const changed = changedFigures(settled, figures);
  if (changed.length === 0) return [];
  if (await isNewNote(tx, last, revision)) return [];
  const isOne = changed.length === 1;
  const message = `${changed.length} settled number${isOne ? '' : 's'} that readers saw ${isOne ? 'is' : 'are'} not in this revision; a correction note has to say what changed.`;
  const named = changed.slice(0, MOST_CHANGED_NAMED).map(({ text }) => text);
  return [{ ...gateEntry('figure_changed_needs_note', 'correctionNote', message), changed: named }];
}

/** The settled figures that the new copy no longer has. */
function changedFigures(settled: readonly EvidenceFigure[], figures: readonly PlacedFigure[]): EvidenceFigure[] {
  const left = countBy(figures, ({ anchor }) => anchor);
  const moved = settled.filter(({ anchor }) => !takeOne(left, anchor));
  if (moved.length === 0) return [];
  const kept = new Set(settled.map(({ anchor }) => anchor));
  const others = figures.filter(({ anchor }) => !kept.has(anchor));
  const inSentence = countBy(others, ({ text, sentence }) => `${text} ${sentence.slice(0, 600)}`);
  const gone = moved.filter(({ text, sentence }) => !takeOne(inSentence, `${text} ${sentence}`));
  const inBlock = countBy(others, ({ field, blockId, text }) => `${field} ${blockId} ${text}`);
  return gone.filter(({ field, block, text }) => !takeOne(inBlock, `${field} ${block} ${text}`));
}

function countBy<T>(things: readonly T[], key: (thing: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(key(thing), (counts.get(key(thing)) ?? 0) + 1);
  return counts;
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left > 0) counts.set(key, left - 1);
  return left > 0;
}
