import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const agents: Capability = {
  name: 'agents',
  routes,
};
