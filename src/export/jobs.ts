import type { CreateJobs } from '#capability.ts';
import { keepExported } from './keep-exported.ts';

/** Keeps the files for nginx current, and makes the exports that chiefs asked for. The code is loaded at the first run. A stopped export is begun again by another process. */
export const createJobs: CreateJobs = (deps, host) => {
  const { exportDir } = host.config;
  let isStopping = false;
  return [
    ...(exportDir === null ? [] : [keepExported(deps, host, exportDir)]),
    {
      name: 'make exports',
      run: async () => {
        const { runExportJobs } = await import('./archive/run-jobs.ts');
        await runExportJobs(deps, host, () => isStopping);
      },
      stop: () => {
        isStopping = true;
      },
    },
  ];
};
