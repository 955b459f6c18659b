import type { IsRoute } from '../../article/write/old-addresses.ts';
import type { Actor } from '../../core/actor.ts';
import { Failure, type FailureKind } from '../../core/failure.ts';
import type { LocalPorts } from '../../core/fetch-page.ts';
import type { Tx } from '../../db/database.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import type { ImportArticle, ImportSource, Reader } from '../import-item.ts';
import { type FindFile, indexFiles } from '../read/find-file.ts';
import { findReader } from '../read/readers.ts';
import { openSource } from '../read/source.ts';
import { noteArchive, publishArchived } from './archive-run.ts';
import { type FiledArticle, fileArticle } from './file-article.ts';
import { type LinkImporter, openLinkImporter } from './import-links.ts';
import { openPictureImporter, type PictureImporter } from './import-pictures.ts';
import { alreadyBegun, getRun, type ImportRun, type RunState, requireImporter } from './import-runs.ts';
import type { ItemReport } from './item-report.ts';
import { outcomeOf } from './look.ts';
import { hashItem, prepareArticle } from './prepare-article.ts';
import { holdRun, leaveRun, takeRun } from './run-lease.ts';
import { restoreExport } from './run-restore.ts';

export type ImportOptions = {
  readers?: readonly Reader[];
  isRoute: IsRoute;
  /** The address of this site, which the requests for pictures name. */
  baseUrl: string;
  rehearsal?: LocalPorts;
  /** Told after each article. */
  onProgress?: (done: number) => void;
  /** Stops between two articles; the import can be resumed. */
  signal?: AbortSignal;
};

/** States in which an import can begin or go on. */
const STARTABLE: readonly RunState[] = ['looked', 'failed', 'waits to run'];

/** Has the server begin or resume an import. @throws forbidden, not_found, already_done */
export async function startImport(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.db.write(async (tx) => {
    const run = await getRun(tx, actor, id);
    const { numUpdatedRows } = await tx
      .updateTable('import_run')
      .set({ state: 'waits to run', started_at: run.startedAt ?? now(deps), trouble: null })
      .where('id', '=', run.id)
      .where('state', 'in', ['looked', 'failed'])
      .where('format', '!=', '')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw alreadyBegun();
    await writeJournal(deps, tx, actor, {
      act: 'import.started',
      subject: { kind: 'import', id: run.id },
      detail: { name: run.fileName, ...(run.archive && { archiveBecause: run.archive.reason }) },
    });
  });
}

/**
 * Imports the articles of a run that are not imported yet, each in a transaction of its own. An import that ended early goes on
 * where it was, and ends like one that was never interrupted. `resume` takes over a run that another process began.
 * @throws forbidden, not_found, already_done, busy, validation_failed when the file is not the one that was looked at
 */
export async function runImport(
  deps: Deps,
  actor: Actor,
  id: string,
  options: ImportOptions,
  { resume = false } = {},
): Promise<ImportRun> {
  requireImporter(actor);
  const run = await getRun(deps.db.read, actor, id);
  if (run.state === 'done') throw new Failure('already_done', 'This import is done.', { hint: 'Read its report.' });
  const holder = deps.newId();
  const from = resume ? [...STARTABLE, 'runs' as const] : STARTABLE;
  if (!(await takeRun(deps, run.id, { from, to: 'runs', holder, force: resume })))
    throw new Failure(
      'busy',
      `This import cannot begin. Its state is “${run.state}”, or another import is being worked on.`,
      {
        hint: 'Look at its progress; `--resume` goes on with an import whose process ended.',
      },
    );
  try {
    const trouble = await importAll(deps, run, holder, options);
    await noteArchive(deps, run);
    const state = options.signal?.aborted ? 'waits to run' : 'done';
    await leaveRun(deps, run.id, holder, { state, trouble });
  } catch (error) {
    const trouble = error instanceof Failure ? error.message : 'A defect stopped it; the log has more.';
    await noteArchive(deps, run).catch(() => {});
    await leaveRun(deps, run.id, holder, { state: 'failed', trouble }).catch(() => {});
    throw error;
  }
  await noteEnd(deps, actor, run);
  return getRun(deps.db.read, actor, run.id);
}

async function noteEnd(deps: Deps, actor: Actor, { id, fileName }: ImportRun): Promise<void> {
  await deps.db.write((tx) =>
    writeJournal(deps, tx, actor, { act: 'import.ended', subject: { kind: 'import', id }, detail: { name: fileName } }),
  );
}

/** Returns what a restore could not bring back besides articles, for people. */
async function importAll(deps: Deps, run: ImportRun, holder: string, options: ImportOptions): Promise<string | null> {
  const source = await openSource(run.path);
  try {
    if (source.hash !== run.fileHash)
      throw new Failure('validation_failed', 'The file changed since the look.', { hint: 'Look at it again.' });
    await settleOthers(deps, run, holder);
    if (run.restore === null) {
      await importArticles(deps, { run, holder, source, options });
      return null;
    }
    const { isRoute, signal, onProgress } = options;
    const untold = await restoreExport(deps, { runId: run.id, holder, source, isRoute, signal, onProgress });
    const some = untold.slice(0, 20).join(' ');
    return untold.length > 0 ? `${untold.length} of the redirects were refused. ${some}` : null;
  } finally {
    await source.close();
  }
}

/** What the look left out or refused has its outcome already. */
async function settleOthers(deps: Deps, run: ImportRun, holder: string): Promise<void> {
  await deps.db.write(async (tx) => {
    const open = tx.updateTable('import_item').where('run_id', '=', run.id).where('outcome', 'is', null);
    await open
      .set({ outcome: 'left out', why: 'The plan leaves it out.' })
      .where('decision', '=', 'leave out')
      .where('expected', 'in', ['imported', 'changed'])
      .execute();
    await open
      .set((row) => ({ outcome: row.ref('expected') }))
      .where('expected', 'in', ['left out', 'refused'])
      .execute();
    await holdRun(deps, tx, run.id, holder, await countDone(tx, run.id));
  });
}

type Opened = { run: ImportRun; holder: string; source: ImportSource; options: ImportOptions };
type Importing = Opened & { findFile: FindFile; pictures: PictureImporter; links: LinkImporter };

async function importArticles(deps: Deps, opened: Opened): Promise<void> {
  const { run, source, options } = opened;
  const { baseUrl, rehearsal } = options;
  const reader = await findReader(source, options.readers);
  const fetching = { hosts: run.plan.imageHosts, baseUrl, ...(rehearsal && { rehearsal }) };
  const importing: Importing = {
    ...opened,
    findFile: await indexFiles(source),
    pictures: openPictureImporter(deps, source, fetching),
    links: openLinkImporter(deps, { run, source, reader }, options),
  };
  const open = await readOpen(deps, run.id);
  let done = run.found - open.size;
  let place = -1;
  for await (const item of reader.read(source)) {
    place++;
    if (options.signal?.aborted || open.size === 0) return;
    const row = open.get(place);
    if (!row || !('article' in item)) continue;
    if (hashItem(item) !== row.hash)
      throw new Failure('validation_failed', `The item ${row.source_id} changed since the look.`, {
        hint: 'Look at the file again.',
      });
    if (!(await importOne(deps, importing, item.article, row, done + 1))) return;
    done++;
    open.delete(place);
    options.onProgress?.(done);
  }
}

type OpenItem = { source_id: string; hash: string; section: string | null; slug: string | null };

/** The articles that are still to import, by their place in the file. */
async function readOpen(deps: Deps, id: string): Promise<Map<number, OpenItem>> {
  const rows = await deps.db.read
    .selectFrom('import_item')
    .select(['place', 'source_id', 'hash', 'section', 'slug'])
    .where('run_id', '=', id)
    .where('outcome', 'is', null)
    .execute();
  return new Map(rows.map(({ place, ...row }) => [place, row]));
}

/** Refusals that end the import; every other one refuses the article alone. */
const ENDS: readonly FailureKind[] = ['busy', 'db_unavailable', 'storage_full', 'forbidden'];

/** False when the import was stopped before the article was filed. */
async function importOne(
  deps: Deps,
  { run, holder, options, findFile, pictures, links }: Importing,
  found: ImportArticle,
  row: OpenItem,
  done: number,
): Promise<boolean> {
  const hold = () => deps.db.write((tx) => holdRun(deps, tx, run.id, holder, done - 1));
  const known = prepareArticle(found, run.plan, row, { findFile });
  const prepared =
    'refused' in known
      ? known
      : await links.follow(known, hold, (resolveLink) =>
          prepareArticle(found, run.plan, row, { findFile, resolveLink }),
        );
  if ('refused' in prepared) {
    await refuseItem(deps, run, holder, row, prepared.refused, done);
    return true;
  }
  const taken = await pictures.take(prepared, hold, options.signal);
  if (taken === null) return false;
  try {
    await deps.db.write(async (tx) => {
      await holdRun(deps, tx, run.id, holder, done);
      const filed = await fileArticle(deps, tx, {
        runId: run.id,
        found: { ...found, sourceId: row.source_id },
        prepared,
        pictures: taken,
        isRoute: options.isRoute,
      });
      const report = await goLive(deps, tx, run, filed, found);
      await tx
        .updateTable('import_item')
        .set({ outcome: outcomeOf(report), report: JSON.stringify(report), article_id: filed.articleId })
        .where('run_id', '=', run.id)
        .where('source_id', '=', row.source_id)
        .execute();
    });
  } catch (error) {
    if (!(error instanceof Failure) || ENDS.includes(error.kind)) throw error;
    await refuseItem(deps, run, holder, row, error.message, done);
  }
  return true;
}

/** The report of an article that a run of an archive published, or that stays a draft. */
async function goLive(
  deps: Deps,
  tx: Tx,
  run: ImportRun,
  { articleId: id, revision, report }: FiledArticle,
  found: ImportArticle,
): Promise<ItemReport> {
  if (run.archive === null) return report;
  const why = await publishArchived(deps, tx, run, { id, revision }, found);
  return { ...report, notes: [...report.notes, why === null ? LIVE : `It stays a draft because ${lowerFirst(why)}`] };
}

const LIVE = 'Live, as an article of the archive.';

function lowerFirst(words: string): string {
  return words.replace(/^\p{Lu}(?=\p{Ll}| )/u, (letter) => letter.toLowerCase()).replace(/(?<![.!?])$/, '.');
}

async function refuseItem(
  deps: Deps,
  run: ImportRun,
  holder: string,
  { source_id }: OpenItem,
  why: string,
  done: number,
): Promise<void> {
  await deps.db.write(async (tx) => {
    await holdRun(deps, tx, run.id, holder, done);
    await tx
      .updateTable('import_item')
      .set({ outcome: 'refused', why })
      .where('run_id', '=', run.id)
      .where('source_id', '=', source_id)
      .execute();
  });
}

async function countDone(tx: Deps['db']['read'], id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('import_item')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('run_id', '=', id)
    .where('outcome', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
