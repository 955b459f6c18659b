import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { CHANGED_AT, hasStage, STAGE, STAGES, type Stage } from '#article/stage.ts';
import { readTypedCopies } from '#article/typed-heads.ts';
import type { Actor } from '#core/actor.ts';
import { readCursor, writeCursor } from '#core/cursor.ts';
import { Failure } from '#core/failure.ts';
import { tokenize } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Articles, type BoardFilter, narrow, type Sort } from '#editorial/turns/narrow-board.ts';
import { countLookAgain } from '#evidence/figures/ledger.ts';
import { draftsWith } from '#search/draft-index.ts';

// The articles of the newsroom board, by stage.

export type BoardLine = {
  id: string;
  stage: Stage;
  section: string;
  headline: string;
  /** The name of the author of the latest revision. */
  byline: string | null;
  revision: number;
  liveRevision: number | null;
  /** When it was last saved or published. */
  changedAt: string;
  savedBy: string;
  ownerName: string | null;
  assigneeName: string | null;
  dueOn: string | null;
  /** The length asked for, in words. */
  orderedWords: number | null;
  scheduledFor: string | null;
  scheduleTrouble: string | null;
  gateBlocks: number | null;
  gateWarns: number | null;
  /** Numbers of the latest revision that are not settled; null while they are not counted. */
  openNumbers: number | null;
  /** What the reader of the list typed and has not saved as a revision. */
  typed?: { headline: string; words: number; savedAt: string };
  /** Number of settled figures whose source is gone or changed. */
  lookAgain?: number;
};
export type BoardStage = {
  stage: Stage;
  count: number;
  lines: BoardLine[];
  /** Of the next lines of this stage; null when there are none. */
  nextCursor: string | null;
};
export type Board = {
  /** Articles that are due today or earlier, or that were not published as planned: only in the list of everything. */
  urgent: BoardLine[];
  stages: BoardStage[];
  /** Whether the search found more articles than it counts. */
  isCut: boolean;
};

type LineColumns = Selectable<Tables['article']> & { stage: Stage; changed_at: string; sort_key: string };
type LineRow = Awaited<ReturnType<typeof readLines>>[number];

/** Most articles that a search for words finds. */
const MOST_FOUND = 20_000;
/** Most different words of a search. */
const MOST_WORDS = 16;
/** After every name and day. */
const LAST = '\u{10fffd}';

/** The orders of the lines of a stage: the last changed first, or by one of these texts. */
const SORT_KEYS = {
  headline: sql<string>`lower(sorted.headline)`,
  byline: sql<string>`coalesce(lower(signer.name), ${LAST})`,
  section: sql<string>`article.section`,
  due: sql<string>`coalesce(article.due_on, ${LAST})`,
} satisfies Record<Sort, unknown>;

/**
 * The articles that the actor may see: each stage with its count and its first lines, last changed first. With a `stage` in the
 * filter, the other stages have counts only. `showsUrgent` puts the urgent ones before all, and leaves them out of their stages.
 * @throws bad_request for a cursor that this function did not issue
 */
export async function readBoard(
  tx: Tx,
  actor: Actor,
  filter: BoardFilter,
  { showsUrgent = false }: { showsUrgent?: boolean } = {},
): Promise<Board> {
  const matches =
    filter.q === undefined ? null : await findByWords(tx, actor, filter, tokenize(filter.q).slice(0, MOST_WORDS));
  const counts = matches ? countFound(matches.articles) : await countStages(tx, actor, filter);
  const urgent = showsUrgent ? (await readUrgent(tx, actor, filter)).map(lineOf) : [];
  const stages = STAGES.map(async (stage): Promise<BoardStage> => {
    const count = counts.get(stage) ?? 0;
    if (count === 0 || (filter.stage && filter.stage !== stage)) return { stage, count, lines: [], nextCursor: null };
    const ids = matches && pageOfFound(matches.articles, stage, filter);
    const shown = new Set(urgent.filter((line) => line.stage === stage).map(({ id }) => id));
    const rows = await readLines(tx, actor, { ...filter, limit: filter.limit + shown.size }, { stage, ids });
    return { stage, count, ...pageOf(shown.size === 0 ? rows : rows.filter(({ id }) => !shown.has(id)), filter) };
  });
  return complete(tx, actor, { urgent, stages: await Promise.all(stages), isCut: matches?.isCut ?? false });
}

/** Adds what other tables have about the lines, once for all of them. */
async function complete(tx: Tx, actor: Actor, board: Board): Promise<Board> {
  const ids = [...board.urgent, ...board.stages.flatMap(({ lines }) => lines)].map(({ id }) => id);
  if (ids.length === 0) return board;
  const [lookAgain, typed] = [await countLookAgain(tx, ids), await readTypedCopies(tx, actor, ids)];
  const completed = (line: BoardLine): BoardLine => {
    const [own, count] = [typed.get(line.id), lookAgain.get(line.id) ?? 0];
    return { ...line, ...(count > 0 && { lookAgain: count }), ...(own && { typed: own }) };
  };
  return {
    ...board,
    urgent: board.urgent.map(completed),
    stages: board.stages.map((stage) => ({ ...stage, lines: stage.lines.map(completed) })),
  };
}

/** Stages in which somebody still has something to do. */
const UNFINISHED: readonly Stage[] = ['draft', 'in_review', 'changes_requested', 'approved', 'scheduled', 'changed'];

/** The earliest due first. */
async function readUrgent(tx: Tx, actor: Actor, filter: BoardFilter) {
  const due = withLines(
    tx,
    narrow(tx, tx.selectFrom('article'), actor, filter)
      .selectAll('article')
      .select([STAGE.as('stage'), CHANGED_AT.as('changed_at'), sql<string>`article.due_on`.as('sort_key')])
      .where('article.due_on', '<=', filter.today)
      .where(sql<SqlBool>`${STAGE} in (${sql.join(UNFINISHED)})`)
      .orderBy('article.due_on')
      .orderBy('article.id')
      .limit(filter.limit),
    'asc',
  );
  const failed = withLines(
    tx,
    narrow(tx, tx.selectFrom('article'), actor, filter)
      .selectAll('article')
      .select([STAGE.as('stage'), CHANGED_AT.as('changed_at'), sql<string>`''`.as('sort_key')])
      .where(hasStage('scheduled'))
      .where('article.schedule_trouble', 'is not', null)
      .orderBy('article.id')
      .limit(filter.limit),
    'asc',
  );
  const rows = [...(await failed.execute()), ...(await due.execute())];
  return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, filter.limit);
}

async function countStages(tx: Tx, actor: Actor, filter: BoardFilter): Promise<Map<Stage, number>> {
  const rows = await narrow(tx, tx.selectFrom('article'), actor, filter)
    .select([STAGE.as('stage'), sql<number>`count(*)`.as('count')])
    .groupBy(STAGE)
    .execute();
  return new Map(rows.map(({ stage, count }) => [stage, Number(count)]));
}

/** The lines of one stage, one more than a page has; after a search for words those of `ids`, which are of this page already. */
function readLines(tx: Tx, actor: Actor, filter: BoardFilter, { stage, ids }: { stage: Stage; ids: string[] | null }) {
  const order = filter.sort ? SORT_KEYS[filter.sort] : CHANGED_AT;
  const direction = filter.sort ? 'asc' : 'desc';
  let articles = withSortKey(narrow(tx, tx.selectFrom('article'), actor, filter), filter)
    .selectAll('article')
    .select([STAGE.as('stage'), CHANGED_AT.as('changed_at'), order.as('sort_key')])
    .where(hasStage(stage))
    .orderBy(order, direction)
    .orderBy('article.id', direction)
    .limit(filter.limit + 1);
  if (ids) articles = articles.where(isAmong(tx, 'article.id', ids));
  if (ids) return withLines(tx, articles, direction).execute();
  if (filter.sort) articles = articles.offset(offsetOf(filter, stage));
  else if (filter.cursor !== undefined && filter.stage === stage) {
    const { at, id } = readCursor(filter.cursor);
    articles = articles.where(sql<SqlBool>`${CHANGED_AT} <= ${at} and (${CHANGED_AT} < ${at} or article.id < ${id})`);
  }
  return withLines(tx, articles, direction).execute();
}

/** Joins what a line prints. The articles are selected in a subquery before any join: the result does not depend on the planner. */
function withLines(tx: Tx, articles: SelectQueryBuilder<Tables, 'article', LineColumns>, direction: 'asc' | 'desc') {
  return tx
    .selectFrom(articles.as('line'))
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'line.id').onRef('revision.number', '=', 'line.latest_revision'),
    )
    .leftJoin('editor as owner', 'owner.id', 'line.owner_id')
    .leftJoin('editor as assignee', 'assignee.id', 'line.assignee_id')
    .leftJoin('author', 'author.id', 'revision.author_id')
    .selectAll('line')
    .select(['revision.headline', 'revision.saved_by_name', 'owner.name as owner_name'])
    .select(['assignee.name as assignee_name', 'author.name as byline'])
    .orderBy('line.sort_key', direction)
    .orderBy('line.id', direction);
}

/** Joins the tables of `SORT_KEYS` when an order needs them. */
function withSortKey<O>(query: Articles<O>, { sort }: BoardFilter): Articles<O> {
  if (sort !== 'headline' && sort !== 'byline') return query;
  return query
    .innerJoin('revision as sorted', (on) =>
      on.onRef('sorted.article_id', '=', 'article.id').onRef('sorted.number', '=', 'article.latest_revision'),
    )
    .leftJoin('author as signer', 'signer.id', 'sorted.author_id') as unknown as Articles<O>;
}

/** @throws bad_request */
function offsetOf({ cursor, stage: chosen }: BoardFilter, stage: Stage): number {
  if (cursor === undefined || chosen !== stage) return 0;
  if (/^\d{1,6}$/.test(cursor)) return Number(cursor);
  throw new Failure('bad_request', 'This cursor is not valid.', { hint: 'Start without a cursor.' });
}

function pageOf(
  rows: readonly LineRow[],
  { limit, sort, cursor = '0' }: BoardFilter,
): { lines: BoardLine[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = () => (sort ? String(Number(cursor) + limit) : last ? writeCursor(last.changed_at, last.id) : null);
  return { lines: page.map(lineOf), nextCursor: rows.length > limit ? next() : null };
}

function lineOf(row: LineRow): BoardLine {
  return {
    id: row.id,
    stage: row.stage,
    section: row.section,
    headline: row.headline,
    byline: row.byline,
    revision: row.latest_revision,
    liveRevision: row.live_revision,
    changedAt: row.changed_at,
    savedBy: row.saved_by_name,
    ownerName: row.owner_name,
    assigneeName: row.assignee_name,
    dueOn: row.due_on,
    orderedWords: row.ordered_words,
    scheduledFor: row.scheduled_for,
    scheduleTrouble: row.schedule_trouble,
    gateBlocks: row.gate_blocks,
    gateWarns: row.gate_warns,
    openNumbers: row.open_numbers,
  };
}

type Found = { id: string; stage: Stage; changedAt: string };

/**
 * The articles whose copy contains each word, whole or as the beginning of a word: in the order of the filter, or in none where it
 * is the last change. Where more are found than are counted, those changed last.
 */
async function findByWords(
  tx: Tx,
  actor: Actor,
  filter: BoardFilter,
  words: readonly string[],
): Promise<{ articles: Found[]; isCut: boolean }> {
  if (words.length === 0) return { articles: [], isCut: false };
  const narrowed = () => narrow(tx, articlesWith(tx, words), actor, filter);
  const read = (articles: Articles<object>) =>
    inOrderOf(filter, articles)
      .select(['article.id', STAGE.as('stage'), CHANGED_AT.as('changed_at')])
      .execute();
  const rows = await read(narrowed().limit(MOST_FOUND + 1));
  const isCut = rows.length > MOST_FOUND;
  const last = narrowed().select('article.id').orderBy(CHANGED_AT, 'desc').orderBy('article.id', 'desc');
  const counted = isCut ? await read(narrowed().where('article.id', 'in', last.limit(MOST_FOUND))) : rows;
  return { articles: counted.map(({ id, stage, changed_at: changedAt }) => ({ id, stage, changedAt })), isCut };
}

/**
 * A query over the articles that the index has for these words. The index comes first in the join, and the database does not sort by
 * the last change: to find each article by an id of a list and to sort them takes twice the time for a word that most articles have.
 */
function articlesWith(tx: Tx, words: readonly string[]): Articles<object> {
  return tx
    .selectFrom(draftsWith(tx, words).as('found'))
    .crossJoin('article')
    .whereRef('article.id', '=', 'found.article_id') as unknown as Articles<object>;
}

function inOrderOf(filter: BoardFilter, articles: Articles<object>): Articles<object> {
  if (!filter.sort) return articles;
  return withSortKey(articles, filter).orderBy(SORT_KEYS[filter.sort]).orderBy('article.id');
}

function byLastChange(article: Found, other: Found): number {
  if (article.changedAt !== other.changedAt) return article.changedAt < other.changedAt ? 1 : -1;
  return article.id < other.id ? 1 : -1;
}

function countFound(articles: readonly Found[]): Map<Stage, number> {
  const counts = new Map<Stage, number>();
  for (const { stage } of articles) counts.set(stage, (counts.get(stage) ?? 0) + 1);
  return counts;
}

/** The ids of a page of a stage, and one more. */
function pageOfFound(articles: readonly Found[], stage: Stage, filter: BoardFilter): string[] {
  const ofStage = articles.filter((article) => article.stage === stage);
  const page = filter.sort ? ofStage.slice(offsetOf(filter, stage)) : afterCursor(ofStage.sort(byLastChange), filter);
  return page.slice(0, filter.limit + 1).map(({ id }) => id);
}

function afterCursor(articles: readonly Found[], { cursor }: BoardFilter): readonly Found[] {
  if (cursor === undefined) return articles;
  const { at: changedAt, id } = readCursor(cursor);
  return articles.filter((article) => article.id !== id && byLastChange({ ...article, id, changedAt }, article) < 0);
}
