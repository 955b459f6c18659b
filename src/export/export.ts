import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { routes } from './routes.ts';

export const exporting: Capability = {
  name: 'export',
  routes,
  commands,
  jobs: () => import('./jobs.ts'),
};
