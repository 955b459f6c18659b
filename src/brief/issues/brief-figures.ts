import { type Actor, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { checkSettlement, invalidSettlement, parseSettlementMethod } from '#evidence/figures/check-settlement.ts';
import { type EvidenceFigure, readEvidence } from '#evidence/figures/evidence.ts';
import { type TextField, textFieldsOf } from '#evidence/figures/fields.ts';
import {
  applySettlements,
  isByItsName,
  type LedgerFigure,
  markKnownNames,
  type SettlementRow,
} from '#evidence/figures/ledger.ts';
import { type PlacedFigure, placeFigures } from '#evidence/figures/place-figures.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { type BriefContent, type BriefStory, getBriefContent } from './brief-record.ts';
import { getOpenBrief } from './compose.ts';
import { fold, meaningOf, meaningsIn } from './number-meaning.ts';

/** A number in a brief; `story` is the linked story whose settled figure it repeats. */
export type BriefFigure = LedgerFigure & { story: BriefStory | null };

type OwnSettlement = Pick<SettlementRow, 'id' | 'anchor' | 'text' | 'kind' | 'detail'> & {
  settled_revision: number;
  settled_at: string;
  settled_by_id: string;
  settled_by_name: string;
};

/**
 * The numbers in subject, intro and sentences, without the brief's own date in its subject. A number is settled when a linked story has settled the same one, with the same
 * unit or beside the same noun: the story that the sentence is about, or any story for the intro and the subject. Otherwise an editor settles it here.
 */
export async function readBriefFigures(tx: Tx, content: BriefContent): Promise<BriefFigure[]> {
  const placed = placeFigures(fieldsOf(content)).figures;
  const figures = placed.filter(({ path, text }) => path !== 'subject' || !isDateOf(content.day, text));
  if (figures.length === 0) return [];
  const texts = new Set(figures.map(({ text }) => fold(text)));
  const stories = await settledMeanings(tx, content.stories, texts);
  const repeated = new Map(figures.map((figure) => [figure.anchor, storyOf(stories, figure)]));
  const own = await tx
    .selectFrom('brief_settlement')
    .selectAll()
    .where('brief_day', '=', content.day)
    .where('replaced_at', 'is', null)
    .execute();
  const rows = own.map((row) => toRow(content.day, row));
  const known = new Set(own.map(({ anchor }) => anchor));
  const inherited = figures.flatMap(({ anchor, text }) =>
    repeated.get(anchor) && !known.has(anchor) ? [toRow(content.day, repeatedRow(anchor, text))] : [],
  );
  const ledger = await applySettlements(await markKnownNames(tx, figures), [...rows, ...inherited], content.sources);
  return ledger.map((figure) => ({
    ...figure,
    settlement: known.has(figure.anchor) || isByItsName(figure.settlement) ? figure.settlement : null,
    story: known.has(figure.anchor) ? null : (repeated.get(figure.anchor) ?? null),
  }));
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** Whether a text is the date of a day, with or without its year: `8 September`, `Sept. 8th, 2026`, `2026-09-08`. */
function isDateOf(day: string, text: string): boolean {
  if (text === day) return true;
  const [year, month = '', date = ''] = day.split('-');
  const words = fold(text).match(/\p{L}+|\d+/gu) ?? [];
  const named = words.find((word) => word.length >= 3 && MONTHS[Number(month) - 1]?.startsWith(word));
  const rest = words.filter((word) => word !== named && !/^(?:st|nd|rd|th|the|of|tue|tues|tuesday)$/.test(word));
  const [first, ...more] = rest;
  return named !== undefined && Number(first) === Number(date) && (more.length === 0 || more.join(' ') === year);
}

/** The texts of a brief with the paths that its gate uses. */
function fieldsOf({ subject, intro, stories }: BriefContent): TextField[] {
  const letter = textFieldsOf({ headline: subject, dek: '', bodyBlocks: intro }, null).map((field) => ({
    ...field,
    path: field.path === 'headline' ? 'subject' : field.path.replace(/^bodyBlocks/, 'intro'),
  }));
  const sentences = stories.map(
    ({ articleId, sentence }, at): TextField => ({
      name: 'dek',
      blockId: null,
      blockTurn: null,
      of: articleId,
      path: `stories.${at}.sentence`,
      text: sentence,
    }),
  );
  return [...letter, ...sentences.filter(({ text }) => text !== '')];
}

type SettledStory = { story: BriefStory; meanings: Set<string> };

/** What the settled figures of each story say, as far as they have one of these texts. */
async function settledMeanings(tx: Tx, stories: readonly BriefStory[], texts: Set<string>): Promise<SettledStory[]> {
  const all: SettledStory[] = [];
  for (const story of stories) {
    const evidence = await readEvidence(tx, story.articleId, story.revision);
    const same = evidence?.figures.filter(({ text }) => texts.has(fold(text))) ?? [];
    const keyOf = ({ text, sentence }: EvidenceFigure) => `${text} ${sentence}`;
    // Where one sentence has the number twice and one of them is open, it is not known which of them the brief repeats.
    const open = new Set(same.filter(({ settlement }) => settlement === null).map(keyOf));
    const settled = same.filter((figure) => !open.has(keyOf(figure)));
    const meanings = settled.flatMap(({ sentence, text }) => meaningsIn(sentence, text));
    all.push({ story, meanings: new Set(meanings.filter((meaning) => meaning !== null)) });
  }
  return all;
}

function storyOf(stories: readonly SettledStory[], figure: PlacedFigure): BriefStory | null {
  const [, at] = /^stories\.(\d+)\./.exec(figure.path) ?? [];
  const linked = at === undefined ? stories : stories.slice(Number(at), Number(at) + 1);
  const meaning = meaningOf(figure);
  return meaning === null ? null : (linked.find(({ meanings }) => meanings.has(meaning))?.story ?? null);
}

/** Stands for the settlement in the article, so that formulas may use the number. */
function repeatedRow(anchor: string, text: string): OwnSettlement {
  const nobody = { settled_revision: 0, settled_at: '', settled_by_id: '', settled_by_name: '' };
  return { id: '', anchor, text, kind: 'exempt', detail: '{"class":"name"}', ...nobody };
}

/** A settlement of a brief in the shape of the ledger of an article. */
function toRow(day: string, row: OwnSettlement): SettlementRow {
  const { settled_revision, settled_at, settled_by_id, settled_by_name, ...rest } = row;
  return {
    article_id: day,
    field: '',
    block_id: null,
    block_turn: null,
    occurrence: 1,
    sentence_hash: '',
    source_url: null,
    refused_at: null,
    refused_by: null,
    replaced_at: null,
    look_again: null,
    undone_at: null,
    undone_by_role: null,
    undone_because: null,
    proposed_by_kind: 'editor',
    proposed_by_id: settled_by_id,
    proposed_by_name: settled_by_name,
    proposed_at: settled_at,
    proposed_revision: settled_revision,
    confirmed_by_id: settled_by_id,
    confirmed_by_name: settled_by_name,
    confirmed_at: settled_at,
    ...rest,
  };
}

/** A number in one revision of a brief. */
export type BriefFigureReference = { day: string; revision: number; anchor: string };

/**
 * Settles a number of a brief by the same methods as in an article; a source is one of the stories' sources.
 * @throws forbidden (writers and agents), not_found, validation_failed, already_done once it was sent
 */
export async function settleBriefFigure(
  deps: Deps,
  actor: Actor,
  { day, revision, anchor }: BriefFigureReference,
  given: SettlementMethod,
): Promise<void> {
  requireEditorial(actor, 'settle a number of a brief');
  const settling = parseSettlementMethod(given);
  await deps.db.write(async (tx) => {
    await getOpenBrief(deps, tx, day);
    const content = await getBriefContent(tx, day, revision);
    const figures = await readBriefFigures(tx, content);
    const find = (wanted: string) => figures.find((candidate) => candidate.anchor === wanted);
    const figure = find(anchor);
    if (!figure) throw noSuchFigure(revision);
    const wrong = checkSettlement({ ledger: content, figure, settling, ...deps.policy, by: actor, find });
    if (wrong.length > 0) throw invalidSettlement(wrong);
    await replaceSettlement(deps, tx, day, anchor);
    const { kind, ...detail } = settling;
    await tx
      .insertInto('brief_settlement')
      .values({
        id: deps.newId(),
        brief_day: day,
        anchor,
        text: figure.text,
        kind,
        detail: JSON.stringify(detail),
        settled_revision: revision,
        settled_at: now(deps),
        settled_by_id: actor.id,
        settled_by_name: nameOf(actor),
      })
      .execute();
    const after = (await readBriefFigures(tx, content)).find((candidate) => candidate.anchor === anchor);
    if (after?.lapsed) throw invalidSettlement([{ path: 'formula', message: after.lapsed.quoted }]);
    const detailOf = { figure: figure.text.slice(0, 100), kind };
    const subject = { kind: 'brief', id: day };
    await writeJournal(deps, tx, actor, { act: 'brief.figure_settled', subject, revision, detail: detailOf });
  });
}

/**
 * Opens a number again that was settled in the brief.
 * @throws forbidden (writers and agents), not_found, already_done
 */
export async function reopenBriefFigure(
  deps: Deps,
  actor: Actor,
  { day, revision, anchor }: BriefFigureReference,
): Promise<void> {
  requireEditorial(actor, 'open a settled number of a brief again');
  await deps.db.write(async (tx) => {
    await getOpenBrief(deps, tx, day);
    const figures = await readBriefFigures(tx, await getBriefContent(tx, day, revision));
    const figure = figures.find((candidate) => candidate.anchor === anchor);
    if (!figure) throw noSuchFigure(revision);
    if ((await replaceSettlement(deps, tx, day, anchor)) === 0n)
      throw new Failure('already_done', 'This number is not settled in the brief.', { hint: 'No action is needed.' });
    const subject = { kind: 'brief', id: day };
    const detail = { figure: figure.text.slice(0, 100) };
    await writeJournal(deps, tx, actor, { act: 'brief.figure_opened', subject, revision, detail });
  });
}

async function replaceSettlement(deps: Deps, tx: Tx, day: string, anchor: string): Promise<bigint> {
  const { numUpdatedRows } = await tx
    .updateTable('brief_settlement')
    .set({ replaced_at: now(deps) })
    .where('brief_day', '=', day)
    .where('anchor', '=', anchor)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows;
}

function noSuchFigure(revision: number): Failure {
  return new Failure('not_found', `Revision ${revision} of the brief does not have this number any more.`, {
    hint: 'The number or its sentence was changed: look at the numbers of the latest revision.',
  });
}
