import * as z from 'zod';
import { type Actor, IMPORT, nameOf } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { makeLive } from '#editorial/publish/publish.ts';
import { toIso } from '#exchange/import/read/read-time.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import type { FiledArticle } from './file-article.ts';
import type { ImportArticle } from './import-item.ts';
import { alreadyBegun, getRun, type ImportRun } from './import-runs.ts';
import { nameWithoutSite } from './plan.ts';
import { whyDraft } from './prepare-article.ts';

// A run whose articles go live as an archive: with the dates of the previous site, a mark in every form, and open figures.

/** Why a chief has the articles go live, for the run and the journal. */
export const archiveReason = z.strictObject({ reason: text({ min: 20, max: 1000, lines: true }) });

/**
 * What a chief shows beside the reason. `isOn`: the setting IMPORT_ARCHIVE. `hasFreshFactor`: a second factor was given in the last
 * minutes; who has the shell of the server needs none.
 */
export type ArchivePermission = { isOn: boolean; hasFreshFactor: boolean };

/**
 * Has the articles of a run go live as an archive, or with a null reason become drafts again.
 * @throws forbidden (not a chief, the setting is off, no fresh second factor), not_found, validation_failed, already_done after the
 *   run began
 */
export async function chooseArchive(
  deps: Deps,
  actor: Actor,
  id: string,
  { given, isOn, hasFreshFactor }: { given: string | null } & ArchivePermission,
): Promise<void> {
  const reason = given === null ? null : readReason(given);
  await deps.db.write(async (tx) => {
    const run = await getRun(tx, actor, id);
    if (reason !== null) requireArchivable(run, actor, { isOn, hasFreshFactor });
    if (!['looked', 'failed'].includes(run.state) || run.startedAt !== null || run.done > 0) throw alreadyBegun();
    if (run.archive?.reason === reason) return;
    await tx
      .updateTable('import_run')
      .set({ archive_reason: reason, archive_by: reason === null ? null : nameOf(actor) })
      .where('id', '=', run.id)
      .execute();
    await writeJournal(deps, tx, actor, {
      act: reason === null ? 'import.archive_undone' : 'import.archive_chosen',
      subject: { kind: 'import', id: run.id },
      detail: { name: run.fileName, ...(reason !== null && { because: reason, site: run.plan.siteName }) },
    });
  });
}

/** @throws forbidden, validation_failed */
function requireArchivable(run: ImportRun, actor: Actor, { isOn, hasFreshFactor }: ArchivePermission): void {
  if (!isOn) throw switchedOff();
  if (actor.kind === 'editor' && !hasFreshFactor) throw needsFactor();
  if (run.plan.siteName === nameWithoutSite(run.fileName)) throw nameless(run.plan.siteName);
}

function readReason(given: string): string {
  const read = archiveReason.safeParse({ reason: given.replace(/\r\n?/g, '\n').trim() });
  if (read.success) return read.data.reason;
  throw new Failure('validation_failed', 'The reason has 20 to 1,000 characters.', {
    hint: 'Say why these articles may go live although nobody settled their numbers here.',
  });
}

/** Every form of the articles would name a file. */
function nameless(fileName: string): Failure {
  return new Failure('validation_failed', `The plan calls the previous site “${fileName}”, like the file.`, {
    hint: 'Enter the name of the site first: in the plan, siteName.',
  });
}

function switchedOff(): Failure {
  return new Failure('forbidden', 'This server publishes no archives.', {
    hint: 'The operator of the server can set IMPORT_ARCHIVE=on. Without it, imported articles become drafts.',
  });
}

function needsFactor(): Failure {
  return new Failure('forbidden', 'This needs your second factor.', {
    hint: 'Enter a new code of your app. With a passkey, sign in again and come back within 15 minutes. Without either, set up two-factor authentication first.',
  });
}

/** How many articles of a run would go live, and how many went live. */
export async function countArchive(tx: Tx, id: string): Promise<{ planned: number; live: number }> {
  const articles = tx.selectFrom('import_item').where('run_id', '=', id).where('kind', '=', 'article');
  const planned = await articles
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('decision', '=', 'import')
    .where('expected', 'in', ['imported', 'changed'])
    .where('report', 'not like', '%,"stays":"%')
    .executeTakeFirstOrThrow();
  const live = await articles
    .innerJoin('article', 'article.id', 'import_item.article_id')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('article.live_revision', 'is not', null)
    .where('article.archive', 'is not', null)
    .executeTakeFirstOrThrow();
  return { planned: Number(planned.count), live: Number(live.count) };
}

/**
 * Publishes a draft that the run has just filed, in the transaction of its item. Returns why it stays a draft; null when it is live.
 * @throws busy, db_unavailable
 */
export async function publishArchived(
  deps: Deps,
  tx: Tx,
  { plan }: ImportRun,
  { filed, article }: { filed: Pick<FiledArticle, 'articleId' | 'revision' | 'heroWords'>; article: ImportArticle },
): Promise<string | null> {
  const { articleId: id, revision, heroWords } = filed;
  const why = whyDraft(article);
  if (why !== null || article.publishedAt === null) return why;
  const today = now(deps);
  const publishedAt = isoTime(article.publishedAt);
  if (publishedAt === null || publishedAt > today) return 'its date of publication is not in the past';
  const changedAt = isoTime(article.updatedAt ?? '') ?? publishedAt;
  const modifiedAt = changedAt < publishedAt || changedAt > today ? publishedAt : changedAt;
  const archive = { name: plan.siteName, url: plan.siteUrl, publishedAt: toIso(article.publishedAt) ?? publishedAt };
  try {
    await makeLive(deps, tx, IMPORT, {
      articleId: id,
      revisionNumber: revision,
      options: {
        earlier: { publishedAt, modifiedAt, archive, ...(heroWords && { heroWords }) },
      },
    });
    return null;
  } catch (error) {
    // The gate refuses before anything is written.
    if (!(error instanceof Failure) || error.kind !== 'gate_blocked') throw error;
    return `${error.message} ${error.detail.hint ?? ''}`.trim();
  }
}

function isoTime(given: string): string | null {
  const time = Date.parse(given);
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}

/** One line of the publication log for all articles that a run published, after which the files of the export follow. */
export async function noteArchive(deps: Deps, { archive }: ImportRun): Promise<void> {
  if (archive !== null) await deps.db.write((tx) => logPlacement(deps, tx, 'imported'));
}
