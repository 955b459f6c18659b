import { Failure } from '#core/failure.ts';
import type { Deps } from '#runtime/deps.ts';
import { createHolder, type Lease } from '#runtime/jobs/jobs.ts';
import {
  claimExport,
  endOldExports,
  finishExport,
  noteProgress,
  partName,
  releaseExport,
  removeParts,
} from './export-jobs.ts';
import { openPartsSink } from './parts-sink.ts';
import { type ExportRun, runExport } from './run-export.ts';

/** Milliseconds between two notes of how far an export is. */
const NOTE_EVERY = 2000;

/** Makes the exports that chiefs asked for, one at a time, and ends those that nobody downloaded. `isStopping` ends it early. */
export async function runExportJobs(
  deps: Deps,
  databaseUrl: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await endOldExports(deps);
  const me = createHolder(deps);
  for (;;) {
    const job = isStopping() ? null : await claimExport(deps, me);
    if (!job) return;
    await removeParts(deps.files, job.folder); // of a process that ended
    const sink = openPartsSink(
      deps.files,
      (number) => partName(job.folder, number),
      () => removeParts(deps.files, job.folder),
    );
    const notes = createNotes(deps, job.lease, isStopping);
    try {
      const stoppable = { ...sink, add: notes.stoppable(sink.add) };
      await runExport(deps, databaseUrl, { order: job.what, sink: stoppable, progress: notes.progress });
      await finishExport(deps, job.lease, sink.result());
    } catch (error) {
      if (isStopping()) {
        await releaseExport(deps, job.lease);
        return;
      }
      await finishExport(deps, job.lease, { trouble: reasonOf(error) });
      if (!(error instanceof Failure)) throw error;
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Failure ? error.message : 'The export failed. The log of the server says why.';
}

/** Notes how far an export is, and stops it when another process has it or this one stops. */
function createNotes(deps: Deps, lease: Lease, isStopping: () => boolean) {
  let at = { done: 0, whole: 0 };
  let notedAt = 0;
  return {
    progress: (done: number, whole: number) => {
      at = { done, whole };
    },
    stoppable: (add: ExportRun['sink']['add']): ExportRun['sink']['add'] => {
      return async (path, bytes) => {
        if (isStopping()) throw new Error('the server stops');
        if (performance.now() - notedAt > NOTE_EVERY) {
          notedAt = performance.now();
          if (!(await noteProgress(deps, lease, at))) throw new Error('another process has this export');
        }
        await add(path, bytes);
      };
    },
  };
}
