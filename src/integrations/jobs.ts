import type { CreateJobs } from '#capability.ts';
import { startPurges } from './cdn/start-purges.ts';
import { startIntegrations } from './run-integrations.ts';

export const createJobs: CreateJobs = (deps, { config, log }) => [
  startIntegrations(deps, config, log),
  ...(config.cdn.purgers.length > 0 ? [startPurges(deps, config, log)] : []),
];
