import type { Capability } from '#capability.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';

export const quote: Capability = {
  name: 'quote',
  publicResources,
  routes,
  jobs: () => import('./jobs.ts'),
  openApi: () => import('./openapi.ts'),
};
