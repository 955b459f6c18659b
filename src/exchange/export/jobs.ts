import type { CreateJobs } from '#http/capability.ts';

/** Makes the exports that chiefs asked for. The code is loaded at the first run. A stopped export is begun again by another process. */
export const createJobs: CreateJobs = (deps, { config }) => {
  let isStopping = false;
  return [
    {
      name: 'make exports',
      run: async () => {
        const { runExportJobs } = await import('./archive/run-jobs.ts');
        await runExportJobs(deps, config.databaseUrl, () => isStopping);
      },
      stop: () => {
        isStopping = true;
      },
    },
  ];
};
