import type { Config } from '#config/config.ts';
import type { Log } from '#http/context.ts';
import type { Deps } from '#runtime/deps.ts';
import type { BackgroundJob } from '#server/jobs.ts';

export type ExportWorker = {
  /** Makes the exports that chiefs asked for. */
  job: BackgroundJob;
  /** Stops the one that is being made; another process begins it again. */
  stop: () => void;
};

/** The worker of exports in this process. Its code is loaded at its first run. */
export function createExportWorker(deps: Deps, config: Config, log: Log): ExportWorker {
  let isStopping = false;
  return {
    job: {
      name: 'make exports',
      run: async () => {
        const { runExportJobs } = await import('#export/archive/run-jobs.ts');
        await runExportJobs(deps, config, log, () => isStopping);
      },
    },
    stop: () => {
      isStopping = true;
    },
  };
}
