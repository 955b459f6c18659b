import type { HoldCopy } from '#http/declared.ts';
import { now } from '#runtime/deps.ts';
import { UNFINISHED } from './run-lease.ts';

/** Stops the imports of a copy of the data: a chief resumes or removes each. */
export const holdCopy: HoldCopy = async (deps, tx, { because }) => {
  const rows = await tx.selectFrom('import_run').select(['id', 'file_name']).where('state', 'in', UNFINISHED).execute();
  const stopped = { state: 'failed', trouble: `${because} Resume it or remove it.`, ended_at: now(deps) };
  await tx.updateTable('import_run').set(stopped).where('state', 'in', UNFINISHED).execute();
  return rows.map(({ file_name }) => `The import of ${file_name} is stopped: resume it or remove it in the newsroom.`);
};
