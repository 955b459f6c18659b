import type { Capability } from '#http/capability.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';

export const changes: Capability = {
  name: 'changes',
  publicResources,
  routes,
  openApi: () => import('./openapi.ts'),
};
