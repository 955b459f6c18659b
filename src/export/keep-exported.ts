import { setTimeout as wait } from 'node:timers/promises';
import type { BackgroundJob, JobHost } from '#capability.ts';
import type { Deps } from '#runtime/deps.ts';
import type { SingleProcess } from './site/single-process.ts';

/** Longest wait for an export in progress when the process stops, in milliseconds: the next process goes on with it. */
const LONGEST_STOP = 1000;

/** Keeps the files in `folder` current, in one of the processes that share the folder. The code is loaded at the first run. */
export function keepExported(deps: Deps, host: JobHost, folder: string): BackgroundJob {
  let exporter: SingleProcess | null = null;
  return {
    name: 'export the site',
    run: async () => {
      if (exporter) return; // it follows the publication log by itself
      const [{ runInSingleProcess }, { startExport }] = await Promise.all([
        import('./site/single-process.ts'),
        import('./site/start.ts'),
      ]);
      exporter = runInSingleProcess(folder, () => startExport(deps, host, folder).stop, host.log);
    },
    stop: () => Promise.race([exporter?.stop(), wait(LONGEST_STOP)]),
    read: () => ({ plumbline_export_processes: Number(exporter?.isActive() ?? false) }),
  };
}
