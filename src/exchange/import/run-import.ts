import type { IsRoute } from '../../article/write/old-addresses.ts';
import type { Actor } from '../../core/actor.ts';
import { Failure, type FailureKind } from '../../core/failure.ts';
import type { LocalPorts } from '../../core/fetch-page.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { writeJournal } from '../../runtime/journal.ts';
import type { ImportArticle, ImportSource, Reader } from '../import-item.ts';
import { findReader } from '../read/readers.ts';
import { openSource } from '../read/source.ts';
import { fetchPicture } from './fetch-picture.ts';
import { fileArticle } from './file-article.ts';
import { alreadyBegun, getRun, type ImportRun, type RunState, requireImporter } from './import-runs.ts';
import { outcomeOf } from './look.ts';
import { hashItem, prepareArticle } from './prepare-article.ts';
import { holdRun, leaveRun, takeRun } from './run-lease.ts';

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
      detail: { name: run.fileName },
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
    await importAll(deps, run, holder, options);
    const state = options.signal?.aborted ? 'waits to run' : 'done';
    await leaveRun(deps, run.id, holder, { state, trouble: null });
  } catch (error) {
    const trouble = error instanceof Failure ? error.message : 'A defect stopped it; the log has more.';
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

async function importAll(deps: Deps, run: ImportRun, holder: string, options: ImportOptions): Promise<void> {
  const source = await openSource(run.path);
  try {
    if (source.hash !== run.fileHash)
      throw new Failure('validation_failed', 'The file changed since the look.', { hint: 'Look at it again.' });
    await settleOthers(deps, run, holder);
    await importArticles(deps, { run, holder, source, options });
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

type Importing = { run: ImportRun; holder: string; source: ImportSource; options: ImportOptions };

async function importArticles(deps: Deps, importing: Importing): Promise<void> {
  const { run, source, options } = importing;
  const reader = await findReader(source, options.readers);
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
    await importOne(deps, importing, item.article, row, ++done);
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

async function importOne(
  deps: Deps,
  { run, holder, options }: Importing,
  found: ImportArticle,
  row: OpenItem,
  done: number,
): Promise<void> {
  const prepared = prepareArticle(found, run.plan, row);
  if ('refused' in prepared) return refuseItem(deps, run, holder, row, prepared.refused, done);
  const { isRoute, baseUrl, rehearsal } = options;
  const manner = { hosts: run.plan.imageHosts, baseUrl, ...(rehearsal && { rehearsal }) };
  const hero = prepared.hero ? await fetchPicture(deps, prepared.hero, manner) : null;
  const picture = {
    heroId: hero && 'id' in hero ? hero.id : null,
    heroTrouble: hero && 'trouble' in hero ? hero.trouble : null,
  };
  try {
    await deps.db.write(async (tx) => {
      await holdRun(deps, tx, run.id, holder, done);
      const filed = await fileArticle(deps, tx, {
        runId: run.id,
        found: { ...found, sourceId: row.source_id },
        prepared,
        ...picture,
        isRoute,
      });
      const { articleId, report } = withHero(filed, prepared.hero?.address ?? '', picture.heroTrouble);
      await tx
        .updateTable('import_item')
        .set({ outcome: outcomeOf(report), report: JSON.stringify(report), article_id: articleId })
        .where('run_id', '=', run.id)
        .where('source_id', '=', row.source_id)
        .execute();
    });
  } catch (error) {
    if (!(error instanceof Failure) || ENDS.includes(error.kind)) throw error;
    await refuseItem(deps, run, holder, row, error.message, done);
  }
}

function withHero(filed: Awaited<ReturnType<typeof fileArticle>>, address: string, trouble: string | null) {
  if (trouble === null) return filed;
  const lost = [{ kind: 'main picture', address }, ...filed.report.lost];
  return {
    ...filed,
    report: { ...filed.report, lost, notes: [...filed.report.notes, `The main picture: ${trouble}`] },
  };
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
