import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const quote: Capability = {
  name: 'quote',
  routes,
  jobs: () => import('./jobs.ts'),
};
