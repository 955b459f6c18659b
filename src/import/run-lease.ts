import { sql } from 'kysely';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError } from '#db/schema/dialect.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';

// One process at a time works on an import. It holds the run for a while and says so again with each item; whoever takes a run
// over makes every later write of the process before it fail.

const RUN_STATES = ['waits to look', 'looks', 'looked', 'waits to run', 'runs', 'done', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Seconds that a process may be silent before another one takes its run over. */
const HELD = 60;

/** Takes a run in one of these states. False when it is in none of them, or when a process works on it or on another run. */
export async function takeRun(
  deps: Deps,
  id: string,
  { from, to, holder, force = false }: { from: readonly RunState[]; to: RunState; holder: string; force?: boolean },
): Promise<boolean> {
  const taken = deps.db.write(async (tx) => {
    await tx
      .updateTable('import_run')
      .set({ busy: null, holder: null })
      .where((row) => row.or([row('held_until', '<', now(deps)), ...(force ? [row('id', '=', id)] : [])]))
      .where('busy', '=', 1)
      .execute();
    const busy = await tx.selectFrom('import_run').select('id').where('busy', '=', 1).executeTakeFirst();
    if (busy) return false;
    const { numUpdatedRows } = await tx
      .updateTable('import_run')
      .set((row) => ({
        ...{ state: to, busy: 1, holder, held_until: inSeconds(deps, HELD), trouble: null },
        ended_processes: row
          .case()
          .when('state', '=', 'failed')
          .then(sql.lit(0))
          .else(row.ref('ended_processes'))
          .end(),
      }))
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
  return taken.catch((error: unknown) => {
    if (isUniqueError(error)) return false; // another process took another run at the same time
    throw error;
  });
}

/** Says in the transaction of a write that the process still works on its run. @throws busy when another one took it over */
export async function holdRun(deps: Deps, tx: Tx, id: string, holder: string, done: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('import_run')
    .set((row) => ({
      ...{ held_until: inSeconds(deps, HELD), done },
      // An article that is stored is not read again.
      ended_processes: row.case().when('done', '<', done).then(sql.lit(0)).else(row.ref('ended_processes')).end(),
    }))
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new Failure('busy', 'Another process took this import over.', { hint: 'Look at its progress.' });
}

/** Ends the work of a process on a run. */
export async function leaveRun(
  deps: Deps,
  id: string,
  holder: string,
  end: { state: RunState; trouble: string | null },
): Promise<void> {
  await deps.db.write((tx) =>
    tx
      .updateTable('import_run')
      .set({ ...end, busy: null, holder: null, held_until: null, ended_at: now(deps) })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .execute(),
  );
}

/** Processes that may end while they read a file, before nobody reads it again by itself. */
const MOST_ENDED = 2;
const ENDED_TWICE =
  'Its file ended two processes that read it, because it took too much time or memory, or because they were killed. It is not read again by itself. Remove this import, or resume it if the server was killed.';

/** A run and the name of the process that worked on it. */
export type EndedProcess = { id: string; holder: string };

/**
 * Frees the run of a process that ended, or every run whose process was silent for too long. A run that ended two processes fails. An
 * import that a stopped server gave up is not counted: with `isCounted: false`.
 */
export async function freeEndedRuns(deps: Deps, ended: EndedProcess | null, { isCounted = true } = {}): Promise<void> {
  await deps.db.write(async (tx) => {
    await tx
      .updateTable('import_run')
      .set((row) => ({
        ...{ busy: null, holder: null, held_until: null },
        ...(isCounted && { ended_processes: row('ended_processes', '+', 1) }),
      }))
      .where((row) =>
        ended === null
          ? row.and([row('busy', '=', 1), row('held_until', '<', now(deps))])
          : row.and([row('id', '=', ended.id), row.or([row('busy', 'is', null), row('holder', '=', ended.holder)])]),
      )
      .execute();
    await tx
      .updateTable('import_run')
      .set({ state: 'failed', trouble: ENDED_TWICE, ended_at: now(deps) })
      .where('ended_processes', '>=', MOST_ENDED)
      .where('state', 'in', ['waits to look', 'looks', 'waits to run', 'runs'])
      .where('busy', 'is', null)
      .execute();
  });
}
