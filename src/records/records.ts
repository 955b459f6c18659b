import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { routes } from './routes.ts';

export const records: Capability = {
  name: 'records',
  routes,
  commands,
  jobs: () => import('./jobs.ts'),
  openApi: () => import('./openapi.ts'),
};
