import type { CreateJobs } from '#http/capability.ts';
import { startIntegrations } from './run-integrations.ts';

export const createJobs: CreateJobs = (deps, { config, log }) => [startIntegrations(deps, config, log)];
