import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { routes } from './routes.ts';

export const brief: Capability = {
  name: 'brief',
  routes,
  commands,
  jobs: () => import('./jobs.ts'),
  emails: () => import('./email-parts.ts'),
};
