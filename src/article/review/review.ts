import { type SqlBool, sql } from 'kysely';
import { type Actor, isEditorial, nameOf, requireEditorial } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Tx } from '../../db/database.ts';
import { lockArticle } from '../../db/schema/dialect.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import type { JournalAct } from '../../runtime/journal-acts.ts';
import { type ArticleRow, getArticleRow, mayRead, maySee, noSuchArticle } from '../model/article-rows.ts';
import { STAGE, type Stage, stageOf } from '../model/stage.ts';

// What people decide about one exact revision, which has to be the latest: a later save asks for a new look.

export type ReviewState = 'in_review' | 'changes_requested' | 'approved' | 'taken_back';
/** Where the article stands after it. */
export type ReviewResult = { id: string; revision: number; stage: Stage };
type Decision = { state: ReviewState; note: string | null; act: JournalAct };

/** Longest note to a decision, in code points. */
export const LONGEST_NOTE = 4000;

/**
 * Asks for a review of the latest revision: editors of any article, a writer of their own.
 * @throws forbidden (agents always), not_found, revision_conflict, already_done, busy
 */
export async function requestReview(deps: Deps, actor: Actor, id: string, revision: number): Promise<ReviewResult> {
  requirePerson(actor, 'ask for a review');
  return decide(deps, actor, id, revision, { state: 'in_review', note: null, act: 'review.asked' }, (stage) => {
    if (stage === 'in_review') throw done(`Revision ${revision} is in review already.`);
    if (stage === 'approved') throw done(`Revision ${revision} is approved already.`);
  });
}

/**
 * Says what has to change before the revision may be published. A save that answers puts it in review again.
 * @throws forbidden (agents and writers always), not_found, revision_conflict, validation_failed without a note, already_done, busy
 */
export async function requestChanges(
  deps: Deps,
  actor: Actor,
  id: string,
  revision: number,
  note: string,
): Promise<ReviewResult> {
  requireEditorial(actor, 'request changes');
  if (note.trim() === '') {
    throw new Failure('validation_failed', 'Say what has to change.', {
      hint: 'Whoever revises it reads the note and nothing else of your reasons.',
    });
  }
  const decision: Decision = { state: 'changes_requested', note, act: 'review.changes_requested' };
  return decide(deps, actor, id, revision, decision, (_, article) => {
    if (article.scheduled_for === null) return;
    throw new Failure('already_done', 'This article is scheduled.', { hint: 'Take the schedule back first.' });
  });
}

/**
 * Approves one exact revision. Several editors may, each once.
 * @throws forbidden (agents and writers always), not_found, revision_conflict, already_done, busy
 */
export async function approve(deps: Deps, actor: Actor, id: string, revision: number): Promise<ReviewResult> {
  requireEditorial(actor, 'approve a revision');
  const decision: Decision = { state: 'approved', note: null, act: 'review.approved' };
  return decide(deps, actor, id, revision, decision, async (_, article, tx) => {
    if (article.review_state !== 'approved' || article.review_revision !== revision) return;
    const last = await listReviews(tx, article.id, revision);
    const since = last.findIndex(({ state }) => state !== 'approved');
    const approvals = since === -1 ? last : last.slice(0, since);
    if (approvals.some(({ byId }) => byId === actor.id)) throw done(`You approved revision ${revision} already.`);
  });
}

/**
 * Takes a review back, or what was decided in it: editors any, a writer what they asked for of their own.
 * @throws forbidden, not_found, revision_conflict, already_done, busy
 */
export async function takeBackReview(deps: Deps, actor: Actor, id: string, revision: number): Promise<ReviewResult> {
  requirePerson(actor, 'take a review back');
  const decision: Decision = { state: 'taken_back', note: null, act: 'review.taken_back' };
  return decide(deps, actor, id, revision, decision, (stage, article) => {
    if (article.review_state === null) throw done('Nothing of a review stands here.');
    if (stage !== 'in_review') requireEditorial(actor, 'take back what an editor decided');
  });
}

type Check = (stage: Stage, article: ArticleRow, tx: Tx) => void | Promise<void>;

async function decide(
  deps: Deps,
  actor: Actor,
  id: string,
  revision: number,
  { state, note, act }: Decision,
  check: Check,
): Promise<ReviewResult> {
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, id);
    const article = await getArticleRow(tx, id);
    if (!maySee(actor, article)) throw noSuchArticle();
    if (revision !== article.latest_revision) throw notLatest(revision, article.latest_revision);
    if (article.live_revision === revision) throw done(`Readers see revision ${revision} already.`);
    await check(stageOf(article), article, tx);
    const by = { by_id: actor.id, by_name: nameOf(actor), at: now(deps) };
    await tx
      .insertInto('review')
      .values({ article_id: article.id, revision, state, note, ...by })
      .execute();
    const stands = state === 'taken_back' ? null : state;
    await tx
      .updateTable('article')
      .set({ review_state: stands, review_revision: stands && revision })
      .where('id', '=', article.id)
      .execute();
    await writeJournal(deps, tx, actor, { act, subject: { kind: 'article', id: article.id }, revision });
    return { id: article.id, revision, stage: stageOf(await getArticleRow(tx, article.id)) };
  });
}

/** How the review of an article stands. */
export type ReviewStatus = {
  stage: Stage;
  latest: number;
  live: number | null;
  /** What was last decided, and about which revision; null where nothing is, or it was taken back. */
  decided: { state: ReviewState; revision: number } | null;
  /** All that was decided, latest first. */
  lines: ReviewLine[];
};

/** How the review of an article stands. @throws not_found also for a draft the actor may not see */
export async function readReview(tx: Tx, actor: Actor, id: string): Promise<ReviewStatus> {
  const review = await findReview(tx, actor, id);
  if (!review) throw noSuchArticle();
  return review;
}

/** The same, or null where the actor may not see the article's drafts. @throws not_found */
export async function findReview(tx: Tx, actor: Actor, id: string): Promise<ReviewStatus | null> {
  const article = await getArticleRow(tx, id);
  if (!(await mayRead(tx, actor, article))) return null;
  const { review_state: state, review_revision: revision } = article;
  return {
    stage: stageOf(article),
    latest: article.latest_revision,
    live: article.live_revision,
    decided: state === null || revision === null ? null : { state: state as ReviewState, revision },
    lines: await listReviews(tx, article.id),
  };
}

export type ReviewLine = {
  revision: number;
  state: ReviewState;
  note: string | null;
  byId: string;
  by: string;
  at: string;
};

/** What was decided about an article, or about one revision of it, latest first. */
export async function listReviews(tx: Tx, articleId: string, revision?: number, limit = 100): Promise<ReviewLine[]> {
  const rows = await tx
    .selectFrom('review')
    .selectAll()
    .where('article_id', '=', articleId)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    revision: row.revision,
    state: row.state as ReviewState,
    note: row.note,
    byId: row.by_id,
    by: row.by_name,
    at: row.at,
  }));
}

/** The latest revision before `latest` that somebody decided on or that readers see: what has changed since is new to them. */
export function findReviewedBefore(latest: number, live: number | null, reviews: readonly ReviewLine[]): number | null {
  const decided = reviews.filter(({ state }) => state === 'approved' || state === 'changes_requested');
  const seen = [...decided.map(({ revision }) => revision), ...(live === null ? [] : [live])];
  const before = seen.filter((number) => number < latest);
  return before.length === 0 ? null : Math.max(...before);
}

function requirePerson(actor: Actor, act: string): void {
  if (actor.kind !== 'agent') return;
  throw new Failure('forbidden', `Only somebody of the masthead may ${act}.`, {
    hint: 'Save a revision; people see it on the board.',
  });
}

function notLatest(revision: number, current: number): Failure {
  return new Failure(
    'revision_conflict',
    `Revision ${current} was saved since; you decided about revision ${revision}.`,
    {
      hint: `Look at what revision ${current} changes, and decide about that.`,
      more: { currentRevision: current },
    },
  );
}

function done(message: string): Failure {
  return new Failure('already_done', message, { hint: 'Nothing has to be done.' });
}

/** An article that waits for somebody to decide. */
export type QueuedArticle = { id: string; headline: string; revision: number; left: number };

/** How many are counted at most. */
const MOST_COUNTED = 1000;

/**
 * The next article that waits for the actor, after `id` in the order in which they were last saved, beginning again at the
 * end: for editors drafts and what is in review, for a writer their own that editors want changed. Null where none waits.
 */
export async function findNextInQueue(tx: Tx, actor: Actor, id: string): Promise<QueuedArticle | null> {
  if (actor.kind === 'agent') return null;
  const here = await tx.selectFrom('article').select(['updated_at', 'id']).where('id', '=', id).executeTakeFirst();
  const at = here?.updated_at ?? '';
  const waiting = tx
    .selectFrom('article')
    .where('article.id', '<>', id)
    .$if(isEditorial(actor), (query) => query.where(isWaiting('draft', 'in_review', 'changed')))
    .$if(!isEditorial(actor), (query) =>
      query.where('article.owner_id', '=', actor.id).where(isWaiting('changes_requested')),
    );
  const counted = await waiting.select('article.id').limit(MOST_COUNTED).execute();
  if (counted.length === 0) return null;
  const next = await waiting
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .select(['article.id', 'revision.headline', 'article.latest_revision as revision'])
    .orderBy(sql`case when (article.updated_at, article.id) > (${at}, ${id}) then 0 else 1 end`)
    .orderBy('article.updated_at')
    .orderBy('article.id')
    .limit(1)
    .executeTakeFirst();
  return next ? { ...next, left: counted.length } : null;
}

function isWaiting(...stages: string[]) {
  return sql<SqlBool>`${STAGE} in (${sql.join(stages)})`;
}
