import type { Capability } from '#capability.ts';
import { fieldHints } from './api/field-hints.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';

export const editorial: Capability = {
  name: 'editorial',
  routes,
  commands,
  jobs: () => import('./jobs.ts'),
  journalActs,
  fieldHints,
};
