import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { isVisibleTo } from '#article/article-rows.ts';
import { STAGE, type Stage } from '#article/stage.ts';
import { soonBefore } from '#article/waiting.ts';
import { type Actor, isEditorial } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';

// Which articles a filter of the board selects.

export const GATE_STATES = ['open', 'warned', 'blocked'] as const;
export type GateState = (typeof GATE_STATES)[number];
export const DUE_STATES = ['overdue', 'soon', 'none'] as const;
export type DueState = (typeof DUE_STATES)[number];

/** The orders of the board besides the last change first. */
export const SORTS = ['headline', 'byline', 'desk', 'due'] as const;
export type Sort = (typeof SORTS)[number];

export type BoardFilter = {
  stage?: Stage;
  section?: string;
  /** The id of its owner or assignee. */
  personId?: string;
  /** Articles with a revision by an agent: the id of the editor who approved the agent, the id of one claim, or `any`. */
  agent?: string;
  gate?: GateState;
  due?: DueState;
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
  const { section, personId, agent, gate, due, today } = filter;
  let articles = query;
  if (actor.kind === 'agent') articles = articles.where('article.owner_id', '=', actor.editorId);
  if (!isEditorial(actor)) articles = articles.where(isVisibleTo(actor));
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
