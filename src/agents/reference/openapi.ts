import type { Capability } from '#http/capability.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';

export const openapi: Capability = {
  name: 'openapi',
  publicResources,
  routes,
};
