import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { isVisibleTo } from '#article/article-rows.ts';
import { STAGE, type Stage } from '#article/stage.ts';
import { soonBefore } from '#article/waiting.ts';
import { type Actor, isEditorial } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';

// Which articles a filter of the board selects.

export const GATE_STATES = ['open', 'warned', 'blocked'] as const;
export type GateState = (typeof GATE_STATES)[number];
export const DUE_STATES = ['overdue', 'today', 'soon', 'week', 'none'] as const;
export type DueState = (typeof DUE_STATES)[number];

/** The orders of the board, apart from the default, which shows the last change first. */
export const SORTS = ['headline', 'byline', 'section', 'due'] as const;
export type Sort = (typeof SORTS)[number];

export type BoardFilter = {
  stage?: Stage;
  /** Slugs. */
  sections?: readonly string[];
  /** Articles of these owners or assignees, or with the byline of one of these authors, by id. */
  by?: { people: readonly string[]; authors: readonly string[] };
  /** Articles with a revision by an agent: ids of the editors who approved the agent, the id of one claim, or `any`. */
  agents?: readonly string[];
  gate?: GateState;
  /** A state, or one day. */
  due?: DueState | { day: string };
  /** Unpublished copy with numbers that are not settled. */
  hasOpenNumbers?: true;
  /** Words in the copy of the latest revision. */
  q?: string;
  sort?: Sort;
  /** The cursor of the previous page of `stage`; in another order than by change, the number of lines before the page. */
  cursor?: string;
  /** Lines per stage. */
  limit: number;
  /** Today, UTC. */
  today: string;
};

export type Articles<O> = SelectQueryBuilder<Tables, 'article', O>;

/** Limits a query over `article` to what the actor may see and the filter selects. */
export function narrow<O>(tx: Tx, query: Articles<O>, actor: Actor, filter: BoardFilter): Articles<O> {
  const { sections, by, agents, gate, hasOpenNumbers } = filter;
  let articles = query;
  if (actor.kind === 'agent') articles = articles.where('article.owner_id', '=', actor.editorId);
  if (!isEditorial(actor)) articles = articles.where(isVisibleTo(actor));
  if (sections) articles = articles.where('article.section', 'in', sections);
  if (by) articles = articles.where('article.id', 'in', ofPeople(tx, by));
  if (agents) articles = articles.where('article.id', 'in', writtenByAgent(tx, agents));
  if (gate === 'open') articles = articles.where('gate_blocks', '=', 0).where('gate_warns', '=', 0);
  if (gate === 'warned') articles = articles.where('gate_blocks', '=', 0).where('gate_warns', '>', 0);
  if (gate === 'blocked') articles = articles.where('gate_blocks', '>', 0);
  if (hasOpenNumbers) articles = articles.where('open_numbers', '>', 0);
  if (gate || hasOpenNumbers) articles = articles.where(sql<SqlBool>`${STAGE} <> 'published'`);
  return narrowToDays(articles, filter);
}

function narrowToDays<O>(query: Articles<O>, { due, today }: BoardFilter): Articles<O> {
  if (due === undefined) return query;
  if (due === 'none') return query.where('article.due_on', 'is', null);
  const articles = query.where(sql<SqlBool>`${STAGE} not in ('published', 'unpublished')`);
  if (due === 'overdue') return articles.where('article.due_on', '<', today);
  const [from, to] = daysOf(due, today);
  return articles.where('article.due_on', '>=', from).where('article.due_on', '<=', to);
}

/** The first day and the last. */
function daysOf(due: Exclude<BoardFilter['due'], 'none' | 'overdue' | undefined>, today: string): [string, string] {
  if (due === 'today') return [today, today];
  if (due === 'soon') return [today, soonBefore(today)];
  if (due === 'week') return [today, new Date(Date.parse(today) + 6 * 86_400_000).toISOString().slice(0, 10)];
  return [due.day, due.day];
}

/** The three ways in which an article belongs to a person; each has an index. */
function ofPeople(tx: Tx, { people, authors }: NonNullable<BoardFilter['by']>) {
  return tx
    .selectFrom('article as owned')
    .select('owned.id')
    .where(isAmong(tx, 'owned.owner_id', people))
    .union(
      tx
        .selectFrom('article as given')
        .select('given.id')
        .where(isAmong(tx, 'given.assignee_id', people)),
    )
    .union(
      tx
        .selectFrom('revision as signed')
        .innerJoin('article as latest', (on) =>
          on.onRef('latest.id', '=', 'signed.article_id').onRef('latest.latest_revision', '=', 'signed.number'),
        )
        .select('latest.id')
        .where(isAmong(tx, 'signed.author_id', authors)),
    );
}

function writtenByAgent(tx: Tx, agents: readonly string[]) {
  const revisions = tx.selectFrom('revision').select('revision.article_id').where('revision.claim_id', 'is not', null);
  if (agents.includes('any')) return revisions;
  return revisions.where((is) =>
    is.or([
      is('revision.claim_id', 'in', agents),
      is('revision.claim_id', 'in', tx.selectFrom('claim').select('claim.id').where('claim.decided_by', 'in', agents)),
    ]),
  );
}
