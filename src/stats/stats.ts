import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const stats: Capability = {
  name: 'stats',
  routes,
};
