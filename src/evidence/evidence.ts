import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { routes } from './routes.ts';

export const evidence: Capability = {
  name: 'evidence',
  routes,
  commands,
  jobs: () => import('./jobs.ts'),
};
