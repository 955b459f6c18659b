import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { routes } from './routes.ts';

export const integrations: Capability = {
  name: 'integrations',
  routes,
  commands,
  jobs: () => import('./jobs.ts'),
};
