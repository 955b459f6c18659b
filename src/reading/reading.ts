import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const reading: Capability = {
  name: 'reading',
  routes,
};
