import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const changes: Capability = {
  name: 'changes',
  routes,
};
