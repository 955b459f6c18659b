import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../core/actor.ts';
import { readCursor, writeCursor } from '../../core/cursor.ts';
import { tokenize } from '../../core/tokenize.ts';
import type { Tx } from '../../db/database.ts';
import { isAmong } from '../../db/schema/dialect.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { countLookAgain } from '../figures/ledger.ts';
import { CHANGED_AT, hasStage, STAGE, STAGES, type Stage } from '../model/stage.ts';
import { foldedHeadlines } from './folded-headlines.ts';

// The articles of the newsroom board, by stage.

export const GATE_STATES = ['open', 'warned', 'blocked'] as const;
export type GateState = (typeof GATE_STATES)[number];
export const DUE_STATES = ['overdue', 'soon', 'none'] as const;
export type DueState = (typeof DUE_STATES)[number];

/** An article is due soon when it is due within this many days. */
const SOON = 2;

export type BoardFilter = {
  stage?: Stage;
  section?: string;
  /** The id of its owner or assignee. */
  personId?: string;
  /** Articles with a revision by an agent: the id of the editor who approved the agent, the id of one claim, or `any`. */
  agent?: string;
  gate?: GateState;
  due?: DueState;
  /** Words in headline or dek. */
  q?: string;
  /** The cursor of the previous page of `stage`. */
  cursor?: string;
  /** Lines per stage. */
  limit: number;
  /** Today, UTC. */
  today: string;
};

export type BoardLine = {
  id: string;
  stage: Stage;
  section: string;
  headline: string;
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
  /** Number of settled figures whose source is gone or changed. */
  lookAgain?: number;
};
export type BoardStage = { stage: Stage; count: number; lines: BoardLine[]; nextCursor: string | null };
export type Board = {
  stages: BoardStage[];
  /** Whether the search stopped before it had read all articles. */
  isCut: boolean;
};

/** Articles searched for words in one query, and in total. */
const AT_ONCE = 1000;
const MOST_LOOKED_AT = 20_000;
/** Later than every time. */
const NEVER = '9';

/**
 * The articles that the actor may see: each stage with its count and its first lines, last changed first. With a `stage` in the
 * filter, the other stages have counts only.
 * @throws bad_request for a cursor that this function did not issue
 */
export async function readBoard(tx: Tx, actor: Actor, filter: BoardFilter): Promise<Board> {
  const found = filter.q === undefined ? null : await findByWords(tx, actor, filter, tokenize(filter.q));
  const counts = found ? countFound(found.articles) : await countStages(tx, actor, filter);
  const stages = STAGES.map(async (stage): Promise<BoardStage> => {
    const count = counts.get(stage) ?? 0;
    if (count === 0 || (filter.stage && filter.stage !== stage)) return { stage, count, lines: [], nextCursor: null };
    const ids = found && pageOfFound(found.articles, stage, filter);
    const page = pageOf(await readLines(tx, actor, filter, stage, ids), filter.limit);
    return { stage, count, ...page, lines: await withLookAgain(tx, page.lines) };
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

type Articles<O> = SelectQueryBuilder<Tables, 'article', O>;

/** Limits a query over `article` to what the actor may see and the filter selects. */
function narrow<O>(tx: Tx, query: Articles<O>, actor: Actor, filter: BoardFilter): Articles<O> {
  const { section, personId, agent, gate, due, today } = filter;
  let articles = query;
  if (actor.kind !== 'house' && (actor.kind === 'agent' || actor.role === 'writer')) {
    articles = articles.where('article.owner_id', '=', actor.kind === 'agent' ? actor.editorId : actor.id);
  }
  if (section) articles = articles.where('article.desk', '=', section);
  if (personId)
    articles = articles.where((is) =>
      is.or([is('article.owner_id', '=', personId), is('article.assignee_id', '=', personId)]),
    );
  if (agent) articles = articles.where('article.id', 'in', writtenByAgent(tx, agent));
  if (gate === 'open') articles = articles.where('gate_blocks', '=', 0).where('gate_warns', '=', 0);
  if (gate === 'warned') articles = articles.where('gate_blocks', '=', 0).where('gate_warns', '>', 0);
  if (gate === 'blocked') articles = articles.where('gate_blocks', '>', 0);
  if (gate) articles = articles.where(sql<SqlBool>`${STAGE} <> 'published'`);
  if (due === 'none') return articles.where('article.due_on', 'is', null);
  if (due) articles = articles.where(sql<SqlBool>`${STAGE} not in ('published', 'unpublished')`);
  if (due === 'overdue') articles = articles.where('article.due_on', '<', today);
  if (due === 'soon')
    articles = articles.where('article.due_on', '>=', today).where('article.due_on', '<=', soonBefore(today));
  return articles;
}

function writtenByAgent(tx: Tx, agent: string) {
  const revisions = tx.selectFrom('revision').select('revision.article_id').where('revision.claim_id', 'is not', null);
  if (agent === 'any') return revisions;
  return revisions.where((is) =>
    is.or([
      is('revision.claim_id', '=', agent),
      is('revision.claim_id', 'in', tx.selectFrom('claim').select('claim.id').where('claim.decided_by', '=', agent)),
    ]),
  );
}

/** The last day that counts as due soon. */
export function soonBefore(today: string): string {
  return new Date(Date.parse(today) + SOON * 86_400_000).toISOString().slice(0, 10);
}

async function countStages(tx: Tx, actor: Actor, filter: BoardFilter): Promise<Map<Stage, number>> {
  const rows = await narrow(tx, tx.selectFrom('article'), actor, filter)
    .select([STAGE.as('stage'), sql<number>`count(*)`.as('count')])
    .groupBy(STAGE)
    .execute();
  return new Map(rows.map(({ stage, count }) => [stage, Number(count)]));
}

/** The lines of one stage, one more than a page has; only articles among `ids` after a search for words. */
function readLines(tx: Tx, actor: Actor, filter: BoardFilter, stage: Stage, ids: string[] | null) {
  let articles = narrow(tx, tx.selectFrom('article'), actor, filter)
    .selectAll('article')
    .select([STAGE.as('stage'), CHANGED_AT.as('changed_at')])
    .where(hasStage(stage))
    .orderBy(CHANGED_AT, 'desc')
    .orderBy('article.id', 'desc')
    .limit(filter.limit + 1);
  if (ids) articles = articles.where(isAmong(tx, 'article.id', ids));
  if (!ids && filter.cursor !== undefined && filter.stage === stage) {
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
    .selectAll('line')
    .select(['revision.headline', 'revision.saved_by_name', 'owner.name as owner_name'])
    .select('assignee.name as assignee_name')
    .orderBy('line.changed_at', 'desc')
    .orderBy('line.id', 'desc')
    .execute();
}

function pageOf(
  rows: Awaited<ReturnType<typeof readLines>>,
  limit: number,
): { lines: BoardLine[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    lines: page.map((row) => ({
      id: row.id,
      stage: row.stage,
      section: row.desk,
      headline: row.headline,
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
    })),
    nextCursor: rows.length > limit && last ? writeCursor(last.changed_at, last.id) : null,
  };
}

type Found = { id: string; stage: Stage; changedAt: string };

/** The articles whose headline and dek contain each word, whole or as the beginning or end of a word; last changed first. */
async function findByWords(
  tx: Tx,
  actor: Actor,
  filter: BoardFilter,
  words: readonly string[],
): Promise<{ articles: Found[]; isCut: boolean }> {
  const articles: Found[] = [];
  let last: { updated_at: string; id: string } | undefined;
  let looked = 0;
  for (let page = AT_ONCE; page === AT_ONCE && words.length > 0; looked += page) {
    if (looked >= MOST_LOOKED_AT) return { articles, isCut: true };
    const { updated_at: at = NEVER, id = '' } = last ?? {};
    const rows = await narrow(tx, tx.selectFrom('article'), actor, filter)
      .where((is) => is(is.refTuple('article.updated_at', 'article.id'), '<', is.tuple(at, id)))
      .select(['article.id', 'article.latest_revision', STAGE.as('stage'), CHANGED_AT.as('changed_at')])
      .select('article.updated_at')
      .orderBy('article.updated_at', 'desc')
      .orderBy('article.id', 'desc')
      .limit(AT_ONCE)
      .execute();
    page = rows.length;
    last = rows.at(-1);
    const folded = await foldedHeadlines(tx, rows);
    for (const [at, { id, stage, changed_at: changedAt }] of rows.entries()) {
      if (words.every((word) => folded[at]?.includes(word))) articles.push({ id, stage, changedAt });
    }
    await nextTurn();
  }
  return { articles: articles.sort(byLastChange), isCut: false };
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
