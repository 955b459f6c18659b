import type { CreateJobs } from '#capability.ts';
import { startIntegrations } from './run-integrations.ts';

export const createJobs: CreateJobs = (deps, { config, log }) => [startIntegrations(deps, config, log)];
