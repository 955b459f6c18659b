import { type SqlBool, sql } from 'kysely';
import { isPlaceholder } from '#article/placeholders.ts';
import { CHANGED_AT, hasStage, STAGE, STAGES, type Stage } from '#article/stage.ts';
import { readTypedHeads } from '#article/typed-heads.ts';
import type { Actor } from '#core/actor.ts';
import { readCursor, writeCursor } from '#core/cursor.ts';
import { Failure } from '#core/failure.ts';
import { tokenize } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
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
  scheduledFor: string | null;
  scheduleTrouble: string | null;
  gateBlocks: number | null;
  gateWarns: number | null;
  /** What the reader of the board typed as the headline and has not saved; only while no revision has a headline. */
  typedHeadline?: string;
  /** Number of settled figures whose source is gone or changed. */
  lookAgain?: number;
};
export type BoardStage = { stage: Stage; count: number; lines: BoardLine[]; nextCursor: string | null };
export type Board = {
  stages: BoardStage[];
  /** Whether the search found more articles than it counts. */
  isCut: boolean;
};

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
  desk: sql<string>`article.desk`,
  due: sql<string>`coalesce(article.due_on, ${LAST})`,
} satisfies Record<Sort, unknown>;

/**
 * The articles that the actor may see: each stage with its count and its first lines, last changed first. With a `stage` in the
 * filter, the other stages have counts only.
 * @throws bad_request for a cursor that this function did not issue
 */
export async function readBoard(tx: Tx, actor: Actor, filter: BoardFilter): Promise<Board> {
  const found =
    filter.q === undefined ? null : await findByWords(tx, actor, filter, tokenize(filter.q).slice(0, MOST_WORDS));
  const counts = found ? countFound(found.articles) : await countStages(tx, actor, filter);
  const stages = STAGES.map(async (stage): Promise<BoardStage> => {
    const count = counts.get(stage) ?? 0;
    if (count === 0 || (filter.stage && filter.stage !== stage)) return { stage, count, lines: [], nextCursor: null };
    const ids = found && (filter.sort ? allOfFound(found.articles, stage) : pageOfFound(found.articles, stage, filter));
    const page = pageOf(await readLines(tx, actor, filter, { stage, ids }), filter);
    return { stage, count, ...page, lines: await withTyped(tx, actor, await withLookAgain(tx, page.lines)) };
  });
  return { stages: await Promise.all(stages), isCut: found?.isCut ?? false };
}

async function withLookAgain(tx: Tx, lines: BoardLine[]): Promise<BoardLine[]> {
  const counts = await countLookAgain(
    tx,
    lines.map(({ id }) => id),
  );
  return counts.size === 0 ? lines : lines.map((line) => ({ ...line, lookAgain: counts.get(line.id) ?? 0 }));
}

/** Articles that were started and never saved have the headline that their person typed. */
async function withTyped(tx: Tx, actor: Actor, lines: BoardLine[]): Promise<BoardLine[]> {
  const unnamed = lines.filter(({ headline }) => isPlaceholder('headline', headline)).map(({ id }) => id);
  if (unnamed.length === 0) return lines;
  const typed = await readTypedHeads(tx, actor, unnamed);
  return lines.map((line) => {
    const headline = typed.get(line.id)?.headline;
    return headline ? { ...line, typedHeadline: headline } : line;
  });
}

async function countStages(tx: Tx, actor: Actor, filter: BoardFilter): Promise<Map<Stage, number>> {
  const rows = await narrow(tx, tx.selectFrom('article'), actor, filter)
    .select([STAGE.as('stage'), sql<number>`count(*)`.as('count')])
    .groupBy(STAGE)
    .execute();
  return new Map(rows.map(({ stage, count }) => [stage, Number(count)]));
}

/** The lines of one stage, one more than a page has; only articles among `ids` after a search for words. */
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
  if (filter.sort) articles = articles.offset(offsetOf(filter, stage));
  else if (!ids && filter.cursor !== undefined && filter.stage === stage) {
    const { at, id } = readCursor(filter.cursor);
    articles = articles.where(sql<SqlBool>`${CHANGED_AT} <= ${at} and (${CHANGED_AT} < ${at} or article.id < ${id})`);
  }
  // Selects the articles in a subquery before any join, so that the result does not depend on the planner.
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
    .orderBy('line.id', direction)
    .execute();
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
  rows: Awaited<ReturnType<typeof readLines>>,
  { limit, sort, cursor = '0' }: BoardFilter,
): { lines: BoardLine[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = () => (sort ? String(Number(cursor) + limit) : last ? writeCursor(last.changed_at, last.id) : null);
  return { lines: page.map(lineOf), nextCursor: rows.length > limit ? next() : null };
}

function lineOf(row: Awaited<ReturnType<typeof readLines>>[number]): BoardLine {
  return {
    id: row.id,
    stage: row.stage,
    section: row.desk,
    headline: row.headline,
    byline: row.byline,
    revision: row.latest_revision,
    liveRevision: row.live_revision,
    changedAt: row.changed_at,
    savedBy: row.saved_by_name,
    ownerName: row.owner_name,
    assigneeName: row.assignee_name,
    dueOn: row.due_on,
    scheduledFor: row.scheduled_for,
    scheduleTrouble: row.schedule_trouble,
    gateBlocks: row.gate_blocks,
    gateWarns: row.gate_warns,
  };
}

type Found = { id: string; stage: Stage; changedAt: string };

/** The articles whose copy contains each word, whole or as the beginning of a word; last changed first. */
async function findByWords(
  tx: Tx,
  actor: Actor,
  filter: BoardFilter,
  words: readonly string[],
): Promise<{ articles: Found[]; isCut: boolean }> {
  if (words.length === 0) return { articles: [], isCut: false };
  const rows = await narrow(tx, tx.selectFrom('article'), actor, filter)
    .where(sql<SqlBool>`article.id in ${draftsWith(tx, words)}`)
    .select(['article.id', STAGE.as('stage'), CHANGED_AT.as('changed_at')])
    .orderBy(CHANGED_AT, 'desc')
    .orderBy('article.id', 'desc')
    .limit(MOST_FOUND + 1)
    .execute();
  const articles = rows.slice(0, MOST_FOUND).map(({ id, stage, changed_at: changedAt }) => ({ id, stage, changedAt }));
  return { articles, isCut: rows.length > MOST_FOUND };
}

function byLastChange(one: Found, other: Found): number {
  if (one.changedAt !== other.changedAt) return one.changedAt < other.changedAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

function countFound(articles: readonly Found[]): Map<Stage, number> {
  const counts = new Map<Stage, number>();
  for (const { stage } of articles) counts.set(stage, (counts.get(stage) ?? 0) + 1);
  return counts;
}

function allOfFound(articles: readonly Found[], stage: Stage): string[] {
  return articles.filter((one) => one.stage === stage).map((one) => one.id);
}

function pageOfFound(articles: readonly Found[], stage: Stage, { cursor, limit }: BoardFilter): string[] {
  const ended = cursor === undefined ? null : readCursor(cursor);
  return articles
    .filter((one) => one.stage === stage)
    .filter(
      (one) => !ended || (one.id !== ended.id && byLastChange({ id: ended.id, changedAt: ended.at, stage }, one) < 0),
    )
    .slice(0, limit + 1)
    .map((one) => one.id);
}
