import { type SqlBool, sql } from 'kysely';
import { type Actor, isEditorial } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { isVisibleTo } from './article-rows.ts';
import { STAGE, STAGES, type Stage } from './stage.ts';

// The articles that wait for one person, for the first page of the newsroom.

/** Why an article waits, the most urgent first. */
export const WAITING_REASONS = [
  'overdue',
  'due',
  'changes',
  'mention',
  'answer',
  'comment',
  'voided',
  'review',
  'assigned',
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** The reasons as people read them, on the board and in emails. */
export const WAITING_LABELS: Record<WaitingReason, string> = {
  overdue: 'overdue',
  due: 'due soon',
  changes: 'changes requested',
  mention: 'you were mentioned',
  answer: 'your comment was answered',
  comment: 'new comment',
  voided: 'changed after your approval',
  review: 'review requested',
  assigned: 'assigned to you',
};

export type WaitingArticle = {
  id: string;
  headline: string;
  dueOn: string | null;
  /** The length asked for, and the note of the assignment. */
  words: number | null;
  note: string | null;
  /** At least one, the most urgent first. */
  reasons: WaitingReason[];
};
export type Waiting = {
  /** The most urgent articles first. */
  articles: WaitingArticle[];
  /** Whether more articles wait than are listed. */
  isCut: boolean;
  /** Number of drafts by agents that this person approved. */
  agentDrafts: number;
};

/** Articles listed. */
const MOST = 20;
/** Rows read for each kind of reason. */
const MOST_READ = 50;
const MOST_COUNTED = 1000;

/** The articles that wait for a person on the team; none for anybody else. `today` is the day in their time zone. */
export async function readWaiting(tx: Tx, actor: Actor, today: string): Promise<Waiting> {
  if (actor.kind !== 'editor') return { articles: [], isCut: false, agentDrafts: 0 };
  const [articles, drafts] = await Promise.all([listWaiting(tx, actor, today), readAgentDrafts(tx, actor.id)]);
  return { articles: articles.slice(0, MOST), isCut: articles.length > MOST, agentDrafts: drafts.length };
}

/** An article that waits for somebody to act. */
export type QueuedArticle = { id: string; headline: string; left: number };

/**
 * The next article that waits for the actor after `id`: of the list of `readWaiting`, then of the drafts by the agents they
 * approved; after the last one comes the first. Null when no article waits.
 */
export async function findNextInQueue(tx: Tx, actor: Actor, id: string, today: string): Promise<QueuedArticle | null> {
  if (actor.kind !== 'editor') return null;
  const [articles, drafts] = await Promise.all([listWaiting(tx, actor, today), readAgentDrafts(tx, actor.id)]);
  const queue = [...new Map([...articles, ...drafts].map((article) => [article.id, article])).values()];
  const here = queue.findIndex((article) => article.id === id);
  const others = [...queue.slice(here + 1), ...queue.slice(0, Math.max(here, 0))];
  const [next] = others;
  return next ? { id: next.id, headline: next.headline, left: others.length } : null;
}

/** The most urgent first. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each reason why an article waits, in the order in which people see them
async function listWaiting(tx: Tx, actor: Actor & { kind: 'editor' }, today: string): Promise<WaitingArticle[]> {
  const soon = soonBefore(today);
  const [own, voided, reviews, mentions, answers, comments] = await Promise.all([
    readOwn(tx, actor.id, soon),
    isEditorial(actor) ? readVoided(tx, actor.id) : [],
    isEditorial(actor) ? readReviews(tx, actor.id) : [],
    readMentions(tx, actor),
    readAnswers(tx, actor),
    readCommented(tx, actor.id),
  ]);
  const articles = new Map<string, WaitingArticle>();
  const add = (
    { id, headline, due_on: dueOn, ordered_words: words, assignment_note: note }: Row,
    reason: WaitingReason,
  ) => {
    const article = articles.get(id) ?? { id, headline, dueOn, words, note, reasons: [] };
    article.reasons.push(reason);
    articles.set(id, article);
  };
  for (const row of own) {
    const urgency = urgencyOf(row.due_on, today, soon);
    if (urgency) add(row, urgency);
    if (row.stage === 'changes_requested') add(row, 'changes');
  }
  for (const row of mentions) add(row, 'mention');
  for (const row of answers) add(row, 'answer');
  for (const row of comments) add(row, 'comment');
  for (const row of voided) add(row, 'voided');
  for (const row of reviews) if (!articles.get(row.id)?.reasons.includes('voided')) add(row, 'review');
  for (const row of own) if (row.assignee_id === actor.id) add(row, 'assigned');
  return [...articles.values()].sort(byUrgency);
}

type Row = {
  id: string;
  headline: string;
  due_on: string | null;
  ordered_words: number | null;
  assignment_note: string | null;
};

function byUrgency(article: WaitingArticle, other: WaitingArticle): number {
  const rank = ({ reasons: [first = 'assigned'] }: WaitingArticle) => WAITING_REASONS.indexOf(first);
  const [due, otherDue] = [article.dueOn ?? '9', other.dueOn ?? '9'];
  return rank(article) - rank(other) || Number(due > otherDue) - Number(due < otherDue);
}

/** Stages in which somebody still has something to do. */
const OPEN: Stage[] = ['draft', 'in_review', 'changes_requested', 'approved', 'changed'];

function urgencyOf(dueOn: string | null, today: string, soon: string): WaitingReason | null {
  if (dueOn === null || dueOn > soon) return null;
  return dueOn < today ? 'overdue' : 'due';
}

function articlesIn(tx: Tx, stages: readonly Stage[]) {
  return tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .where(sql<SqlBool>`${STAGE} in (${sql.join(stages)})`)
    .select(['article.id', 'revision.headline', 'article.due_on', 'article.ordered_words', 'article.assignment_note'])
    .limit(MOST_READ);
}

/** Articles assigned to this person, and their unassigned ones that are due soon or need changes. */
function readOwn(tx: Tx, personId: string, soon: string) {
  return articlesIn(tx, OPEN)
    .where((is) =>
      is.or([
        is('article.assignee_id', '=', personId),
        is.and([
          is('article.assignee_id', 'is', null),
          is('article.owner_id', '=', personId),
          is.or([is('article.due_on', '<=', soon), sql<SqlBool>`${STAGE} = 'changes_requested'`]),
        ]),
      ]),
    )
    .select(['article.assignee_id', STAGE.as('stage')])
    .orderBy(sql`coalesce(article.due_on, '9')`)
    .orderBy('article.updated_at', 'desc')
    .orderBy('article.id')
    .execute();
}

/** Articles in review that are not assigned to somebody else, and whose review this person did not request. */
function readReviews(tx: Tx, personId: string) {
  return articlesIn(tx, ['in_review'])
    .where((is) => is.or([is('article.assignee_id', 'is', null), is('article.assignee_id', '=', personId)]))
    .where((is) => is.not(is.exists(decisionsBy(tx, personId, 'in_review'))))
    .orderBy('article.updated_at')
    .orderBy('article.id')
    .execute();
}

/** Articles whose approval by this person ended because somebody else saved a later revision. */
function readVoided(tx: Tx, personId: string) {
  return articlesIn(tx, ['in_review'])
    .where('article.review_state', '=', 'approved')
    .where((is) =>
      is.not(is.and([is('revision.saved_by_kind', '=', 'editor'), is('revision.saved_by_id', '=', personId)])),
    )
    .where((is) => is.exists(decisionsBy(tx, personId, 'approved')))
    .orderBy('article.updated_at')
    .orderBy('article.id')
    .execute();
}

/** The replies of this person to the comment `asked`. */
function ownReplies(tx: Tx, personId: string) {
  return tx
    .selectFrom('comment as own')
    .select('own.id')
    .where(sql<SqlBool>`own.reply_to = asked.id`)
    .where('own.by_id', '=', personId);
}

/** Articles in any stage with an open thread that names this person and to which they have not replied since. */
function readMentions(tx: Tx, actor: Actor & { kind: 'editor' }) {
  const naming = tx
    .selectFrom('comment as said')
    .innerJoin('comment as asked', (on) => on.on(sql<SqlBool>`asked.id = coalesce(said.reply_to, said.id)`))
    .select('said.article_id')
    .where('said.mentions', '<>', '[]')
    .where('said.mentions', 'like', `%"${actor.id}"%`)
    .where('said.by_id', '<>', actor.id)
    .where('asked.resolved_at', 'is', null)
    .where((is) => is.not(is.exists(ownReplies(tx, actor.id).where(sql<SqlBool>`own.at > said.at`))));
  return articlesIn(tx, STAGES)
    .$if(!isEditorial(actor), (query) => query.where(isVisibleTo(actor)))
    .where('article.id', 'in', naming)
    .orderBy('article.updated_at', 'desc')
    .orderBy('article.id')
    .execute();
}

/** Articles with an open comment of this person whose last reply is by somebody else. */
function readAnswers(tx: Tx, actor: Actor & { kind: 'editor' }) {
  const answered = tx
    .selectFrom('comment as asked')
    .innerJoin('comment as reply', 'reply.reply_to', 'asked.id')
    .select('asked.id')
    .where(sql<SqlBool>`asked.article_id = article.id`)
    .where('asked.by_id', '=', actor.id)
    .where('asked.reply_to', 'is', null)
    .where('asked.resolved_at', 'is', null)
    .where('reply.by_id', '<>', actor.id)
    .where((is) => is.not(is.exists(ownReplies(tx, actor.id).where(sql<SqlBool>`own.at > reply.at`))));
  return articlesIn(tx, OPEN)
    .$if(!isEditorial(actor), (query) => query.where(isVisibleTo(actor)))
    .where((is) => is.exists(answered))
    .orderBy('article.updated_at', 'desc')
    .orderBy('article.id')
    .execute();
}

/** Articles that this person has to look after, with an open comment of somebody else to which they have not replied. */
function readCommented(tx: Tx, personId: string) {
  const unanswered = tx
    .selectFrom('comment as asked')
    .select('asked.id')
    .where(sql<SqlBool>`asked.article_id = article.id`)
    .where((is) => is.or([is('asked.by_id', 'is', null), is('asked.by_id', '<>', personId)]))
    .where('asked.reply_to', 'is', null)
    .where('asked.resolved_at', 'is', null)
    .where((is) => is.not(is.exists(ownReplies(tx, personId))));
  return articlesIn(tx, OPEN)
    .where(sql<SqlBool>`coalesce(article.assignee_id, article.owner_id) = ${personId}`)
    .where((is) => is.exists(unanswered))
    .orderBy('article.updated_at', 'desc')
    .orderBy('article.id')
    .execute();
}

/** The same drafts as the board shows for the agents that this person approved. */
function readAgentDrafts(tx: Tx, personId: string): Promise<Row[]> {
  const byAgent = tx
    .selectFrom('revision as written')
    .innerJoin('claim', 'claim.id', 'written.claim_id')
    .select('written.number')
    .where(sql<SqlBool>`written.article_id = article.id`)
    .where('claim.decided_by', '=', personId);
  return articlesIn(tx, ['draft'])
    .where((is) => is.exists(byAgent))
    .orderBy('article.updated_at')
    .orderBy('article.id')
    .limit(MOST_COUNTED)
    .execute();
}

/** The decisions of a person about the revision under review, of the article in the query around it. */
function decisionsBy(tx: Tx, personId: string, state: 'in_review' | 'approved') {
  return tx
    .selectFrom('review')
    .select('review.seq')
    .where(sql<SqlBool>`review.article_id = article.id`)
    .where(sql<SqlBool>`review.revision = article.review_revision`)
    .where('review.state', '=', state)
    .where('review.by_id', '=', personId);
}

/** An article is due soon when it is due within this many days. */
const SOON = 2;

/** The last day that counts as due soon. */
export function soonBefore(today: string): string {
  return new Date(Date.parse(today) + SOON * 86_400_000).toISOString().slice(0, 10);
}
