import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { openSource } from '#exchange/import/read/source.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { noteArchive } from './archive-run.ts';
import { type ImportOptions, importArticles } from './import-articles.ts';
import { alreadyBegun, getRun, type ImportRun, requireImporter } from './import-runs.ts';
import { holdRun, leaveRun, type RunState, takeRun } from './run-lease.ts';

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
 * Imports the articles of a run that are not imported yet, each in its own transaction. An import that ended early goes on
 * where it was, and ends like one that was never interrupted. `resume` takes over a run that another process began.
 * @throws forbidden, not_found, already_done, busy, validation_failed when the file is not the one that was looked at
 */
export async function runImport(
  deps: Deps,
  actor: Actor,
  id: string,
  { options, resume = false, holder = deps.newId() }: { options: ImportOptions; resume?: boolean; holder?: string },
): Promise<ImportRun> {
  requireImporter(actor);
  const run = await getRun(deps.db.read, actor, id);
  if (run.state === 'done') throw new Failure('already_done', 'This import is done.', { hint: 'Read its report.' });
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
    await noteArchive(deps, run);
    await leaveRun(deps, run.id, holder, { state: options.signal?.aborted ? 'waits to run' : 'done', trouble: null });
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

async function importAll(deps: Deps, run: ImportRun, holder: string, options: ImportOptions): Promise<void> {
  const source = await openSource(run.path, { name: run.fileName });
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
    await holdRun(deps, tx, { id: run.id, holder, done: await countDone(tx, run.id) });
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
