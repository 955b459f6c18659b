import { type ArticleRow, getArticleRow, mayRead, maySee, noSuchArticle } from '#article/article-rows.ts';
import { type Stage, stageOf } from '#article/stage.ts';
import { type Actor, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';

// Decisions about one exact revision. It has to be the latest one: a later save needs a new decision.

export type ReviewState = 'in_review' | 'changes_requested' | 'approved' | 'taken_back';
/** The stage of the article after the decision. */
export type ReviewResult = { id: string; revision: number; stage: Stage };
type Decision = { state: ReviewState; note: string | null; act: JournalAct };

/** Longest note of a decision, in code points. */
export const LONGEST_NOTE = 4000;

/**
 * Requests a review of the latest revision. Editors can for any article, a writer for their own.
 * @throws forbidden (agents always), not_found, revision_conflict, already_done, busy
 */
export async function requestReview(deps: Deps, actor: Actor, id: string, revision: number): Promise<ReviewResult> {
  requirePerson(actor, 'ask for a review');
  return decide(deps, actor, {
    id,
    revision,
    state: 'in_review',
    note: null,
    act: 'review.asked',
    check: (stage) => {
      if (stage === 'in_review') throw done(`Revision ${revision} is in review already.`);
      if (stage === 'approved') throw done(`Revision ${revision} is approved already.`);
    },
  });
}

/**
 * Requests changes before the revision may be published. The next saved revision is in review again.
 * @throws forbidden (agents and writers always), not_found, revision_conflict, validation_failed without a note, already_done, busy
 */
export async function requestChanges(
  deps: Deps,
  actor: Actor,
  { id, revision, note }: { id: string; revision: number; note: string },
): Promise<ReviewResult> {
  requireEditorial(actor, 'request changes');
  if (note.trim() === '') {
    throw new Failure('validation_failed', 'Say what has to change.', {
      hint: 'The person or agent who revises the article reads only this note.',
    });
  }
  const decision: Decision = { state: 'changes_requested', note, act: 'review.changes_requested' };
  return decide(deps, actor, {
    id,
    revision,
    ...decision,
    check: (_, article) => {
      if (article.scheduled_for === null) return;
      throw new Failure('already_done', 'This article is scheduled.', { hint: 'Cancel the schedule first.' });
    },
  });
}

/**
 * Approves one exact revision. Several editors can approve it, each once.
 * @throws forbidden (agents and writers always), not_found, revision_conflict, already_done, busy
 */
export async function approve(deps: Deps, actor: Actor, id: string, revision: number): Promise<ReviewResult> {
  return deps.db.write((tx) => approveIn(deps, tx, actor, { id, revision }));
}

/** The same in the transaction of another act. */
export async function approveIn(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, revision }: { id: string; revision: number },
): Promise<ReviewResult> {
  requireEditorial(actor, 'approve a revision');
  const decision: Decision = { state: 'approved', note: null, act: 'review.approved' };
  return decideIn(deps, tx, actor, {
    id,
    revision,
    ...decision,
    check: async (_, article) => {
      if (article.review_state !== 'approved' || article.review_revision !== revision) return;
      const last = await listReviews(tx, article.id, revision);
      const since = last.findIndex(({ state }) => state !== 'approved');
      const approvals = since === -1 ? last : last.slice(0, since);
      if (approvals.some(({ byId }) => byId === actor.id)) throw done(`You approved revision ${revision} already.`);
    },
  });
}

/**
 * Withdraws a review or its decision. Editors can withdraw any, a writer only the request for their own article.
 * @throws forbidden, not_found, revision_conflict, already_done, busy
 */
export async function takeBackReview(deps: Deps, actor: Actor, id: string, revision: number): Promise<ReviewResult> {
  requirePerson(actor, 'take a review back');
  const decision: Decision = { state: 'taken_back', note: null, act: 'review.taken_back' };
  return decide(deps, actor, {
    id,
    revision,
    ...decision,
    check: (stage, article) => {
      if (article.review_state === null) throw done('This article has no review to take back.');
      if (stage !== 'in_review') requireEditorial(actor, 'take back what an editor decided');
    },
  });
}

type Check = (stage: Stage, article: ArticleRow) => void | Promise<void>;
type Deciding = { id: string; revision: number; check: Check } & Decision;

function decide(deps: Deps, actor: Actor, deciding: Deciding): Promise<ReviewResult> {
  return deps.db.write((tx) => decideIn(deps, tx, actor, deciding));
}

async function decideIn(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, revision, state, note, act, check }: Deciding,
): Promise<ReviewResult> {
  await lockArticle(deps.db.kind, tx, id);
  const article = await getArticleRow(tx, id);
  if (!maySee(actor, article)) throw noSuchArticle();
  if (revision !== article.latest_revision) throw notLatest(revision, article.latest_revision);
  if (article.live_revision === revision) throw done(`Readers see revision ${revision} already.`);
  await check(stageOf(article), article);
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
}

/** The review of an article. */
export type ReviewStatus = {
  stage: Stage;
  latest: number;
  live: number | null;
  /** The last decision and its revision; null before the first decision, and after a decision was taken back. */
  decided: { state: ReviewState; revision: number } | null;
  /** All decisions, latest first. */
  lines: ReviewLine[];
};

/** Reads the review of an article. @throws not_found also for a draft the actor may not see */
export async function readReview(tx: Tx, actor: Actor, id: string): Promise<ReviewStatus> {
  const review = await findReview(tx, actor, id);
  if (!review) throw noSuchArticle();
  return review;
}

/** The same, or null when the actor may not see the drafts of the article. @throws not_found */
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

/** The decisions about an article, or about one of its revisions, latest first. */
async function listReviews(tx: Tx, articleId: string, revision?: number, limit = 100): Promise<ReviewLine[]> {
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

/** The newest revision before `latest` that was decided on or that readers see: changes since then are new to reviewers. */
export function findReviewedBefore(latest: number, live: number | null, reviews: readonly ReviewLine[]): number | null {
  const decided = reviews.filter(({ state }) => state === 'approved' || state === 'changes_requested');
  const seen = [...decided.map(({ revision }) => revision), ...(live === null ? [] : [live])];
  const before = seen.filter((number) => number < latest);
  return before.length === 0 ? null : Math.max(...before);
}

function requirePerson(actor: Actor, act: string): void {
  if (actor.kind !== 'agent') return;
  throw new Failure('forbidden', `Only people on the team can ${act}.`, {
    hint: 'Save a revision; people see it on the board.',
  });
}

function notLatest(revision: number, current: number): Failure {
  return new Failure(
    'revision_conflict',
    `Revision ${current} was saved after the revision you decided about, ${revision}.`,
    {
      hint: `Look at what revision ${current} changes, and decide about that.`,
      more: { currentRevision: current },
    },
  );
}

function done(message: string): Failure {
  return new Failure('already_done', message, { hint: 'No action is needed.' });
}
