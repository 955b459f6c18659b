import { type ArticleRow, getArticleRow, getRevisionRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import { correctionChoiceMissing, findPendingCorrection } from '#article/pending-correction.ts';
import { type Actor, type Member, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { gate, gateOptions, requireOpenGate } from '#editorial/gate/gate.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { type LastEdits, revisionToPublish } from './revision-to-publish.ts';

/** How far ahead a publication can be scheduled, in seconds. */
const LONGEST_AHEAD = 366 * 24 * 60 * 60;

/** The result of scheduling. */
export type ScheduledPublication = { id: string; revision: number; at: string };

/**
 * Schedules one exact revision for a time in the future (UTC, ISO 8601), in the name of the editor. It replaces an earlier schedule of the
 * article. The gate has to be open now and is checked again at that time; later revisions change nothing. If there is a correction note,
 * another address or a working copy, it first saves one revision with it, and schedules that revision.
 * @throws forbidden (agents always), not_found, already_done, gate_blocked, validation_failed (the time), slug_taken, revision_conflict and
 *   working_copy_conflict (with a new revision), busy
 */
export async function schedule(
  deps: Deps,
  actor: Actor,
  { articleId, revisionNumber, at, ...edits }: { articleId: string; revisionNumber: number; at: string } & LastEdits,
): Promise<ScheduledPublication> {
  const editor = requirePerson(actor);
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    requireAhead(deps, at);
    const { choice } = edits;
    const number = await revisionToPublish(deps, tx, actor, { articleId, number: revisionNumber, ...edits });
    const article = await getArticleRow(tx, articleId);
    const revision = await getRevisionRow(tx, article.id, number);
    if (article.live_revision === number && article.live_hero_words === null)
      throw new Failure('already_done', 'Readers see this revision already.', { hint: 'No action is needed.' });
    requireOpenGate(await gate(tx, article, revision, { ...gateOptions(deps, actor), today: at.slice(0, 10) }));
    const noCorrection = choice && 'noneBecause' in choice ? choice.noneBecause : null;
    if ((await findPendingCorrection(tx, article, revision)).asks && noCorrection === null)
      throw correctionChoiceMissing();
    await plan(tx, article, {
      scheduled_for: at,
      scheduled_revision: number,
      scheduled_by: editor.id,
      scheduled_no_correction: noCorrection,
      schedule_trouble: null,
    });
    await writeJournal(deps, tx, actor, {
      act: 'article.scheduled',
      subject: { kind: 'article', id: article.id },
      revision: number,
      detail: {
        scheduledFor: at,
        ...(noCorrection !== null && { noCorrectionBecause: noCorrection }),
        ...scheduleSetAside(article),
      },
    });
    return { id: article.id, revision: number, at };
  });
}

/**
 * Cancels a schedule, or dismisses the notice that a scheduled publication failed.
 * @throws forbidden (agents always), not_found, already_done when the article has neither, busy
 */
export async function cancelSchedule(deps: Deps, actor: Actor, articleId: string): Promise<{ id: string }> {
  requireEditorial(actor, 'cancel a schedule');
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    if (article.scheduled_for === null && article.schedule_trouble === null)
      throw new Failure('already_done', 'Nothing is scheduled for this article.', { hint: 'No action is needed.' });
    await plan(tx, article, NO_SCHEDULE);
    await writeJournal(deps, tx, actor, {
      act: article.scheduled_for === null ? 'article.schedule_trouble_seen' : 'article.unscheduled',
      subject: { kind: 'article', id: article.id },
      ...(article.scheduled_revision !== null && { revision: article.scheduled_revision }),
      ...(article.scheduled_for !== null && { detail: scheduleSetAside(article) }),
    });
    return { id: article.id };
  });
}

async function plan(tx: Tx, { id }: ArticleRow, columns: Partial<ArticleRow>): Promise<void> {
  await tx.updateTable('article').set(columns).where('id', '=', id).execute();
}

/** @throws forbidden unless the actor is an editor: their role is checked again at the scheduled time */
function requirePerson(actor: Actor): Member {
  requireEditorial(actor, 'schedule a publication');
  if (actor.kind === 'editor') return actor;
  throw new Failure('forbidden', 'A publication is scheduled in the name of an editor.', {
    hint: 'Schedule it in the newsroom, or publish it now.',
  });
}

/** @throws validation_failed */
function requireAhead(deps: Deps, at: string): void {
  if (at <= now(deps))
    throw new Failure('validation_failed', 'This time is not in the future.', {
      hint: `It is ${now(deps).slice(0, 16).replace('T', ' ')} UTC now. Choose a later time, or publish now.`,
    });
  if (at > inSeconds(deps, LONGEST_AHEAD))
    throw new Failure('validation_failed', 'This time is more than a year away.', { hint: 'Check the year.' });
}

/** The schedule of an article: at most one exact revision is scheduled at a time. */
export type Schedule = {
  planned: { at: string; revision: number; by: string; noCorrectionBecause: string | null } | null;
  /** Why the last scheduled publication failed, in words. */
  trouble: string | null;
  /** Why it was unpublished; null when no reason was given, or when it is live. */
  unpublishedBecause: string | null;
  /** The notice for readers at the address of the unpublished article. */
  retractionNotice: string | null;
};

/** The columns of an article without a schedule and without a failed one. */
export const NO_SCHEDULE = {
  scheduled_for: null,
  scheduled_revision: null,
  scheduled_by: null,
  scheduled_no_correction: null,
  schedule_trouble: null,
} as const;

/** The schedule of an article. @throws not_found also for a draft the actor may not see */
export async function readSchedule(tx: Tx, actor: Actor, articleId: string): Promise<Schedule> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  const { scheduled_for: at, scheduled_revision: revision, scheduled_by: by } = article;
  const isPlanned = at !== null && revision !== null && by !== null;
  const noCorrectionBecause = article.scheduled_no_correction;
  return {
    planned: isPlanned ? { at, revision, by: await nameOfEditor(tx, by), noCorrectionBecause } : null,
    trouble: article.schedule_trouble,
    retractionNotice: article.retraction_notice,
    unpublishedBecause: article.live_revision === null ? article.unpublish_reason : null,
  };
}

/** Journal detail for an act that cancels a schedule. */
export function scheduleSetAside(article: ArticleRow): { scheduleSetAside?: { at: string; revision: number | null } } {
  const { scheduled_for: at, scheduled_revision: revision } = article;
  return at === null ? {} : { scheduleSetAside: { at, revision } };
}

async function nameOfEditor(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('editor').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return row.name;
}
