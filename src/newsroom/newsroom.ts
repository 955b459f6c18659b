import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const newsroom: Capability = {
  name: 'newsroom',
  routes,
};
