import { readPendingCorrection } from '#article/pending-correction.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type ArticleRecord, readArticle, readRevision } from '#editorial/article-record.ts';
import { needsAttention } from '#editorial/newsroom/figure-state.ts';
import { revisionToPublish } from '#editorial/publish/revision-to-publish.ts';
import { readSchedule, type Schedule } from '#editorial/publish/schedule.ts';
import { type Comparison, compareRevisions } from '#editorial/review/compare.ts';
import { type ReviewStatus, readReview } from '#editorial/review/review.ts';
import { readGateWithAnchors, readLedgerOf } from '#editorial/settle/read-figures.ts';
import { finish, readWorkingCopy } from '#editorial/write/working-copy.ts';
import type { FormIssue } from '#html/newsroom/kit/form.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { rollBack } from '#runtime/dry-run.ts';
import type { RevisionView } from './revision-view.ts';

/** One revision with all that the publish drawer shows of it. */
export type PublishView = RevisionView & {
  /** The number of the working copy that becomes this revision; null for a saved revision. */
  workingCopy: number | null;
  /** The latest saved revision: what the drawer shows is based on it. */
  base: number;
  /** What is missing in the working copy, so that it cannot be saved. */
  unfinished: readonly FormIssue[];
  schedule: Schedule;
  review: ReviewStatus;
  figures: { settled: number; total: number };
  /** What differs from the words that readers see. */
  changes: Comparison | null;
};

/** A saved revision; the latest one without a number. @throws not_found */
export async function readPublishView(c: Context, number?: number): Promise<PublishView> {
  const { actor, deps } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  return readView(c, deps.db.read, { file, number: number ?? file.revision, workingCopy: null, unfinished: [] });
}

/**
 * What this person typed, as the revision that it would become: it is saved, read and rolled back. Without a working copy, the
 * latest revision.
 */
export async function readTypedView(c: Context): Promise<PublishView> {
  const { actor, deps } = c.var;
  const articleId = articleIdOf(c);
  const working = await readWorkingCopy(deps.db.read, actor, articleId);
  if (!working) return readPublishView(c);
  const { number: workingCopy, baseRevision } = working;
  const latest = await readArticle(deps.db.read, actor, articleId, deps);
  try {
    finish(working.copy);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const unfinished = error.detail.more?.issues as FormIssue[];
    return readView(c, deps.db.read, { file: latest, number: latest.revision, workingCopy, unfinished });
  }
  try {
    return await rollBack(deps, async (tx) => {
      const edits = { articleId, number: baseRevision, workingCopy };
      const number = await revisionToPublish(deps, tx, actor, edits);
      const file = await readArticle(tx, actor, articleId, deps);
      const isSaved = number === baseRevision;
      return readView(c, tx, { file, number, workingCopy: isSaved ? null : workingCopy, unfinished: [] });
    });
  } catch (error) {
    if (!(error instanceof Failure) || !CANNOT_SAVE.has(error.kind)) throw error;
    const path = error.kind === 'slug_taken' ? 'slug' : '';
    const unfinished = [{ path, message: `${error.message} ${error.detail.hint ?? ''}`.trim() }];
    return readView(c, deps.db.read, { file: latest, number: latest.revision, workingCopy, unfinished });
  }
}

/** Why a working copy cannot be saved now: somebody saved a revision, or another article has its address. */
const CANNOT_SAVE: ReadonlySet<Failure['kind']> = new Set([
  'revision_conflict',
  'slug_taken',
  'validation_failed',
  'working_copy_conflict',
]);

type Of = { file: ArticleRecord; number: number } & Pick<PublishView, 'workingCopy' | 'unfinished'>;

async function readView(
  c: Context,
  tx: Tx,
  { file: latest, number, workingCopy, unfinished }: Of,
): Promise<PublishView> {
  const { actor, deps } = c.var;
  const { id, liveRevision } = latest;
  const file = await readRevision(tx, actor, deps, { id, number });
  const live = liveRevision === null ? null : await readRevision(tx, actor, deps, { id, number: liveRevision });
  const { figures } = await readLedgerOf(tx, actor, id, number);
  const hasAnchors = file.gate.some(({ code }) => code.startsWith('figure_'));
  const gate = hasAnchors ? await readGateWithAnchors(tx, actor, deps, { articleId: id, revision: number }) : file.gate;
  const correcting = await readPendingCorrection(tx, id, number);
  const isCorrection = correcting.asks || correcting.note !== null;
  const compared = isCorrection && liveRevision !== null && liveRevision !== number ? liveRevision : null;
  return {
    ...{ file: { ...file, gate: [...gate] }, number, live, correcting, reviewBy: deps.policy.reviewBy },
    ...{ workingCopy, unfinished, base: workingCopy === null || unfinished.length > 0 ? latest.revision : number - 1 },
    schedule: await readSchedule(tx, actor, id),
    review: await readReview(tx, actor, id),
    figures: { settled: figures.filter((figure) => !needsAttention(figure)).length, total: figures.length },
    changes: compared === null ? null : await compareTo(c, tx, { id, from: compared, to: number }),
  };
}

async function compareTo(c: Context, tx: Tx, { id, from, to }: { id: string; from: number; to: number }) {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return compareRevisions(tx, c.var.actor, { id, from: first, to: last });
}
