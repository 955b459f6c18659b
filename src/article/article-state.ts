import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { getArticleRow, mayRead, noSuchArticle, type Status, statusOf } from './article-rows.ts';
import { STAGE, type Stage } from './stage.ts';

// What an agent polls for: whether something happened to an article, and whether an editor waits for its answer.

export type ArticleState = {
  id: string;
  status: Status;
  revision: number;
  /** Sequence number of the last journal entry about the article: every act on it writes one. */
  version: number;
  stage: Stage;
  /** Whether an editor waits for the next revision; always false when the actor may see only the live copy. */
  needsAnswer: boolean;
};

/** The sequence number of the last journal entry about an article, for a query over `article`. */
export const VERSION: RawBuilder<number> = sql.raw(
  "(select coalesce(max(seq), 0) from journal where subject_kind = 'article' and subject_id = article.id)",
);

/**
 * For a query over `article`: 1 when an editor waits for the next revision, because changes of the latest one were requested, or because it
 * has an open comment or reply of a member. The next save answers both.
 */
export const NEEDS_ANSWER: RawBuilder<0 | 1> = sql`(case when ${STAGE} = 'changes_requested' or exists (
  select 1 from comment left join comment as thread on thread.id = comment.reply_to
  where comment.article_id = article.id and comment.by_kind = 'editor' and comment.revision = article.latest_revision
    and comment.resolved_at is null and thread.resolved_at is null
  ) then 1 else 0 end)`;

/** The state of an article. @throws not_found also for a draft the actor may not see */
export async function readState(tx: Tx, actor: Actor, id: string): Promise<ArticleState> {
  const article = await getArticleRow(tx, id, actor);
  const isOpen = await mayRead(tx, actor, article);
  if (!isOpen && (actor.kind !== 'agent' || article.live_revision === null)) throw noSuchArticle();
  const { version, stage, needs } = await tx
    .selectFrom('article')
    .select([VERSION.as('version'), STAGE.as('stage'), NEEDS_ANSWER.as('needs')])
    .where('id', '=', article.id)
    .executeTakeFirstOrThrow();
  return {
    id: article.id,
    status: statusOf(article),
    revision: article.latest_revision,
    version,
    stage: isOpen ? stage : 'published',
    needsAnswer: isOpen && needs === 1,
  };
}

/** The sequence number of the last journal entry about any article. Read it before the list it belongs to. */
export async function readListVersion(tx: Tx): Promise<number> {
  const last = await tx
    .selectFrom('journal')
    .select('seq')
    .where('subject_kind', '=', 'article')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.seq ?? 0;
}

/** Seconds after which an agent should check an article again, by its stage. */
const LOOK_AFTER: Record<Stage, number> = {
  draft: 900,
  in_review: 300,
  changes_requested: 60,
  approved: 600,
  scheduled: 900,
  changed: 900,
  published: 3600,
  unpublished: 3600,
};

/** Seconds for a list without articles. */
const LOOK_AFTER_NONE = 900;

/** Seconds after which an agent should check these articles again. */
export function lookAfter(...states: readonly Pick<ArticleState, 'stage' | 'needsAnswer'>[]): number {
  const waits = states.map(({ stage, needsAnswer }) =>
    needsAnswer ? LOOK_AFTER.changes_requested : LOOK_AFTER[stage],
  );
  return waits.length === 0 ? LOOK_AFTER_NONE : Math.min(...waits);
}
