import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { routes } from './routes.ts';

export const importing: Capability = {
  name: 'import',
  routes,
  commands,
  jobs: () => import('./jobs.ts'),
};
