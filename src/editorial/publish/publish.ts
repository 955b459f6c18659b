import type { ArchiveMark } from '#article/archive-mark.ts';
import {
  type ArticleRow,
  type ArticleSummary,
  getArticleRow,
  getRevisionRow,
  pauseIfLong,
  type RevisionRow,
  toSummary,
} from '#article/article-rows.ts';
import type { GateCode } from '#article/gate-codes.ts';
import type { PictureCaption } from '#article/hero.ts';
import { indexTags } from '#article/live-tags.ts';
import { isOwnPage } from '#article/own-page.ts';
import { correctionChoiceMissing, findPendingCorrection } from '#article/pending-correction.ts';
import { type Actor, requireChief, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { gate, gateOptions, requireOpenGate } from '#editorial/gate/gate.ts';
import { refreshGateCounts, storeGateCounts } from '#editorial/gate/gate-count.ts';
import { approveIn } from '#editorial/review/review.ts';
import { markLive, reserveAddress } from '#editorial/write/addresses.ts';
import { writeEvidence } from '#evidence/figures/evidence.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement, logPublication } from '#runtime/publication-log.ts';
import { publicationOf } from '#runtime/site-snapshot.ts';
import { indexArticle } from '#search/index-article.ts';
import { keepPublicRevision } from './public-revision.ts';
import { type LastEdits, revisionToPublish } from './revision-to-publish.ts';
import { NO_SCHEDULE, scheduleSetAside } from './schedule.ts';

/** How a publication came about. */
export type PublishOptions = {
  /** The editor's reason why a change of words is not a correction. */
  noCorrectionBecause?: string | null;
  /** The command line published in the name of the actor, who did not sign in. */
  byCommand?: true;
  /** The time of the schedule that this publication carries out. */
  scheduledFor?: string;
  /** The article was published before on another site. */
  earlier?: EarlierPublication;
  /** Its figures are settled now, and it loses the archive mark. */
  leavesArchive?: true;
};

/**
 * A publication with dates in the past, of which nobody gets a message. `publishedAt` and `modifiedAt` are UTC ISO times, not in the
 * future. The article gets the mark `archive`: its figures may be open, and it has no evidence.
 */
export type EarlierPublication = {
  publishedAt: string;
  modifiedAt: string;
  archive: ArchiveMark;
  /** The words that readers saw with the main picture, if the library has other words for the same file. */
  heroWords?: PictureCaption;
};

/** A scheduled publication that is later than this, in seconds, is journaled as late. */
const LATE = 60;

/**
 * Publishes one exact revision now. If there is a correction note, another address or a working copy, it first saves one new revision with
 * it, and publishes that revision. With `approves` the editor approves it in the same act. A schedule of the article is cancelled.
 * @throws forbidden (agents always), not_found, already_done, gate_blocked, validation_failed when the words that readers saw last change
 *   and the editor does not say whether that is a correction, slug_taken, revision_conflict and working_copy_conflict (with a new
 *   revision), busy
 */
export async function publish(
  deps: Deps,
  actor: Actor,
  articleId: string,
  {
    revisionNumber,
    choice = null,
    byCommand,
    approves = false,
    ...edits
  }: { revisionNumber: number; approves?: boolean } & Pick<PublishOptions, 'byCommand'> & LastEdits,
): Promise<ArticleSummary> {
  requireEditorial(actor, 'publish');
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const number = await revisionToPublish(deps, tx, actor, { articleId, number: revisionNumber, choice, ...edits });
    if (approves) await approveIn(deps, tx, actor, { id: articleId, revision: number });
    const noCorrectionBecause = choice && 'noneBecause' in choice ? choice.noneBecause : null;
    const options = { ...(byCommand && { byCommand }), noCorrectionBecause };
    return makeLive(deps, tx, actor, { articleId, revisionNumber: number, options });
  });
}

/**
 * Makes one exact revision the live one. Every act that publishes calls it; no other code sets the live revision. A new
 * correction note records a correction; a changed section or slug moves the article and leaves a redirect.
 * @throws forbidden (agents always), not_found, already_done, gate_blocked, validation_failed, slug_taken
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the steps of a publication, in their order; an earlier publication and an archive change some of them
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the steps of a publication, in their order, in one transaction
export async function makeLive(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  {
    articleId,
    revisionNumber,
    options = {},
  }: { articleId: string; revisionNumber: number; options?: PublishOptions | undefined },
): Promise<ArticleSummary> {
  requireEditorial(actor, 'publish');
  await lockArticle(deps.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId);
  const revision = await getRevisionRow(tx, article.id, revisionNumber);
  if (article.live_revision === revision.number && article.live_hero_words === null) throw alreadyLive();
  const { scheduledFor, earlier } = options;
  if (earlier) requirePast(deps, actor, earlier);
  const archive = archiveAfter(article, options);
  const isArchive = archive !== null;
  const entries = await gate(tx, article, revision, { ...gateOptions(deps, actor), scheduledFor, isArchive });
  requireOpenGate(entries);

  const { note, asks } = await findPendingCorrection(tx, article, revision);
  await pauseIfLong(revision);
  const { noCorrectionBecause } = options;
  if (asks && !noCorrectionBecause) throw correctionChoiceMissing();
  const at = laterThan(article.modified_at, now(deps));
  const correction = note === null ? null : await recordCorrection(tx, revision, note, earlier ? at : now(deps));
  await moveLiveAddress(deps, tx, actor, { article, revision, at: earlier && at });
  const correctionSeq = correction ?? article.correction_seq;
  await tx
    .updateTable('article')
    .set({
      live_revision: revision.number,
      live_section: revision.section,
      live_slug: revision.slug,
      published_at: article.published_at ?? earlier?.publishedAt ?? at,
      modified_at: earlier?.modifiedAt ?? at,
      archive,
      correction_seq: correctionSeq,
      unpublish_reason: null,
      retraction_notice: null,
      retracted_at: null,
      live_hero_words: earlier?.heroWords ? JSON.stringify(earlier.heroWords) : null,
      ...NO_SCHEDULE,
    })
    .where('id', '=', article.id)
    .execute();
  await indexArticle(tx, article.id);
  await indexTags(tx, article.id);
  await pauseIfLong(revision);
  if (!isArchive) await writeEvidence(deps, tx, revision);
  await keepPublicRevision(publicationOf(deps.site), tx, revision, {
    at,
    heroWords: earlier?.heroWords ?? null,
    correction: correctionSeq,
    archive,
    modifiedAt: earlier?.modifiedAt ?? null,
  });
  await pauseIfLong(revision);
  const act = correction === null ? 'published' : 'corrected';
  const { section, slug, number } = revision;
  const isSilent = earlier !== undefined;
  await logPublication(deps, tx, { act, articleId: article.id, section, slug, revision: number, at, isSilent });
  // Every page links to the custom pages, so every response changes with them.
  if (isOwnPage(section) || isOwnPage(article.live_section ?? '')) await logPlacement(deps, tx, 'site');
  const detail = {
    ...(entries.length > 0 && { warnings: entries.map((entry) => entry.code) }),
    ...(asks && { noCorrectionBecause }),
    ...(options.byCommand && { through: 'the command line' }),
    ...(article.retraction_notice !== null && { noticeRemoved: article.retraction_notice }),
    ...(earlier && {
      firstPublishedAt: article.published_at ?? earlier.publishedAt,
      archive: earlier.archive.name,
    }),
    ...(article.archive !== null && archive === null && { leftArchive: true }),
    ...whenDue(deps, article, options),
  };
  await writeJournal(deps, tx, actor, {
    act: `article.${act}`,
    subject: { kind: 'article', id: article.id },
    revision: number,
    ...(Object.keys(detail).length > 0 && { detail }),
  });
  if (number < article.latest_revision) await refreshGateCounts(deps, tx, article.id);
  else
    await storeGateCounts(
      tx,
      article.id,
      entries.filter(({ code }) => !ENDED.has(code)),
    );
  return toSummary(await getArticleRow(tx, article.id), []);
}

/** @throws forbidden, validation_failed for a missing time or a time in the future */
function requirePast(deps: Deps, actor: Actor, { publishedAt, modifiedAt }: EarlierPublication): void {
  requireChief(actor, 'publish with a date of the past');
  const times = [publishedAt, modifiedAt, now(deps)].map((time) => Date.parse(time));
  if (times.every((time, nth) => Number.isFinite(time) && time >= (times[nth - 1] ?? time))) return;
  throw new Failure('validation_failed', 'The dates of an earlier publication are wrong.', {
    hint: 'It was first published in the past, and last changed after that and not in the future.',
  });
}

/** The stored mark after a publication: an article keeps its mark until it leaves the archive. */
function archiveAfter(article: ArticleRow, { earlier, leavesArchive }: PublishOptions): string | null {
  if (earlier) return JSON.stringify(earlier.archive);
  return leavesArchive ? null : article.archive;
}

/** Entries that compare a revision with the live one. They end when the revision is published. */
const ENDED: ReadonlySet<string> = new Set<GateCode>([
  'no_correction_note',
  'figure_changed_needs_note',
  'hero_words_held',
]);

/** For the journal: the time and lateness of a scheduled publication, or the schedule that this publication cancels. */
function whenDue(deps: Deps, article: ArticleRow, { scheduledFor }: PublishOptions): Record<string, unknown> {
  if (scheduledFor === undefined) return scheduleSetAside(article);
  const late = Math.round((deps.clock() - Date.parse(scheduledFor)) / 1000);
  return { scheduledFor, ...(late >= LATE && { secondsLate: late }) };
}

async function recordCorrection(tx: Tx, revision: RevisionRow, note: string, at: string): Promise<number> {
  const { seq } = await tx
    .insertInto('correction')
    .values({ article_id: revision.article_id, revision: revision.number, note, at })
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

type LiveMove = { article: ArticleRow; revision: RevisionRow; at: string | undefined };

/** `at`: the time of an earlier publication, of which nobody gets a message. */
async function moveLiveAddress(deps: Deps, tx: Tx, actor: Actor, { article, revision, at }: LiveMove): Promise<void> {
  await reserveAddress(tx, actor, article.id, revision);
  await markLive(tx, revision);
  const { live_section: section, live_slug: slug } = article;
  if (section === null || slug === null || (section === revision.section && slug === revision.slug)) return;
  const isSilent = at !== undefined;
  const move = { act: 'moved', articleId: article.id, section, slug, revision: null } as const;
  await logPublication(deps, tx, { ...move, ...(isSilent && { at }), isSilent });
}

/** `modifiedAt` always increases, even within one millisecond or after the clock was set back. */
function laterThan(previous: string | null, at: string): string {
  return previous !== null && at <= previous ? new Date(Date.parse(previous) + 1).toISOString() : at;
}

function alreadyLive(): Failure {
  return new Failure('already_done', 'Readers see this revision already.', { hint: 'No action is needed.' });
}
