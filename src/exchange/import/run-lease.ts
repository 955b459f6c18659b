import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, now } from '#runtime/deps.ts';
import {
  finish,
  forget,
  freeSilent,
  type Job,
  type JobKind,
  type Lease,
  release,
  renew,
  take,
  triedKeys,
} from '#runtime/jobs/jobs.ts';

// One process at a time works on an import. It renews the job with each item; the process that takes a run over makes every later
// write of the process before it fail.

const RUN_STATES = ['waits to look', 'looks', 'looked', 'waits to run', 'runs', 'done', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];
/** The states in which a process works on a run, or will. */
export const UNFINISHED: readonly RunState[] = ['waits to look', 'looks', 'waits to run', 'runs'];

/** Work on an import. A try counts until the next article is stored, because that one is not read again. */
export const RUNS: JobKind = { name: 'import', seconds: 60, isAlone: true };

export function jobOf(id: string): Job {
  return { kind: RUNS, key: id };
}

function leaseOf(id: string, holder: string): Lease {
  return { ...jobOf(id), holder };
}

/** Undoes what a transaction wrote before it found that the run is in another state. */
const OTHER_STATE = new Error('the import is in another state');

/** Takes a run in one of these states. False when it is in none of them, or when a process works on it or on another run. */
export async function takeRun(
  deps: Deps,
  id: string,
  { from, to, holder, force = false }: { from: readonly RunState[]; to: RunState; holder: string; force?: boolean },
): Promise<boolean> {
  const taken = deps.db.write(async (tx) => {
    if (!(await take(deps, tx, jobOf(id), { name: holder, hasEnded: () => force }))) return false;
    const { numUpdatedRows } = await tx
      .updateTable('import_run')
      .set({ state: to, trouble: null })
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw OTHER_STATE;
    return true;
  });
  return taken.catch((error: unknown) => {
    if (error === OTHER_STATE) return false;
    throw error;
  });
}

/** Says in the transaction of a write that the process still works on its run. @throws busy when another one took it over */
export async function holdRun(
  deps: Deps,
  tx: Tx,
  { id, holder, done }: { id: string; holder: string; done: number },
): Promise<void> {
  const run = await tx.selectFrom('import_run').select('done').where('id', '=', id).executeTakeFirst();
  const hasProgress = run !== undefined && run.done < done;
  if (!(await renew(deps, tx, leaseOf(id, holder), { hasProgress })))
    throw new Failure('busy', 'Another process took this import over.', { hint: 'Look at its progress.' });
  await tx.updateTable('import_run').set({ done }).where('id', '=', id).execute();
}

/** Ends the work of a process on a run. One that waits is no try: its process stopped with the server. */
export async function leaveRun(
  deps: Deps,
  id: string,
  holder: string,
  end: { state: RunState; trouble: string | null },
): Promise<void> {
  const lease = leaseOf(id, holder);
  await deps.db.write(async (tx) => {
    const isMine = UNFINISHED.includes(end.state)
      ? await release(deps, tx, lease, { isCounted: false })
      : await finish(tx, lease);
    if (!isMine) return;
    const set = { ...end, ended_at: now(deps) };
    await tx.updateTable('import_run').set(set).where('id', '=', id).execute();
  });
}

/** Processes that may end while they read a file, before no process reads it again. */
const MOST_ENDED = 2;
const ENDED_TWICE =
  'Its file ended two processes that read it, because it took too much time or memory, or because they were killed. Remove this import, or resume it if the server was killed.';

/** A run and the name of the process that worked on it. */
export type EndedProcess = { id: string; holder: string };

/**
 * Frees the run of a process that ended, or every run whose process was silent for too long. A run that ended two processes fails. An
 * import that a stopped server gave up is not counted: with `isCounted: false`.
 */
export async function freeEndedRuns(deps: Deps, ended: EndedProcess | null, { isCounted = true } = {}): Promise<void> {
  await deps.db.write(async (tx) => {
    if (ended === null) await freeSilent(deps, tx, RUNS);
    else await freeRun(deps, tx, ended, isCounted);
    for (const { key } of await triedKeys(tx, RUNS, MOST_ENDED).execute()) {
      await forget(tx, jobOf(key));
      await tx
        .updateTable('import_run')
        .set({ state: 'failed', trouble: ENDED_TWICE, ended_at: now(deps) })
        .where('id', '=', key)
        .where('state', 'in', UNFINISHED)
        .execute();
    }
  });
}

/** A process that ended before it took its run counts, too: otherwise it would begin for ever. */
async function freeRun(deps: Deps, tx: Tx, { id, holder }: EndedProcess, isCounted: boolean): Promise<void> {
  const lease = await take(deps, tx, jobOf(id), { name: holder, hasEnded: () => false });
  if (lease) await release(deps, tx, lease, { isCounted });
}
