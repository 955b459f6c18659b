import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const openapi: Capability = {
  name: 'openapi',
  routes,
};
