import { mkdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Deps } from '#runtime/deps.ts';
import { forget, isHeld } from '#runtime/jobs/jobs.ts';
import { writeJournal } from '#runtime/journal.ts';
import { getRun } from './import-runs.ts';
import { jobOf } from './run-lease.ts';

/** The folder of the server with the files that are imported. */
export async function importsFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'imports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return realpath(folder);
}

/**
 * Removes an import that is not done: its plan, its report, and the file that was uploaded for it into `folder`. Articles that it
 * imported stay, and so does what tells a later import of the same file that they are here.
 * @throws forbidden, not_found, busy while a process works on it, already_done
 */
export async function removeRun(deps: Deps, actor: Actor, id: string, folder: string): Promise<void> {
  const path = await deps.db.write(async (tx) => {
    const run = await getRun(tx, actor, id);
    if (run.state === 'done')
      throw new Failure('already_done', 'This import is done, so its report stays.', {
        hint: 'Its articles can be put into the bin one by one, or all together in the list of articles.',
      });
    const { numDeletedRows } = await tx.deleteFrom('import_run').where('id', '=', run.id).executeTakeFirst();
    if (numDeletedRows !== 1n || (await isHeld(deps, tx, jobOf(run.id))))
      throw new Failure('busy', 'A process works on this import.', { hint: 'Try again in a minute.' });
    await forget(tx, jobOf(run.id));
    await tx.deleteFrom('import_item').where('run_id', '=', run.id).where('article_id', 'is', null).execute();
    await writeJournal(deps, tx, actor, {
      act: 'import.removed',
      subject: { kind: 'import', id: run.id },
      detail: { name: run.fileName },
    });
    return run.path;
  });
  // An uploaded file has a name that the server gave; a file that a person put there stays theirs.
  if (dirname(path) === folder && isUuid(basename(path))) await rm(path, { force: true });
}
