import type { CreateJobs } from '#http/capability.ts';
import { workOnImports } from './import-job.ts';

export const createJobs: CreateJobs = (deps, { config, log }) => [
  { name: 'import articles', run: (signal) => workOnImports(deps, config, { log, signal }) },
];
