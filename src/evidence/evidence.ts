import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const evidence: Capability = {
  name: 'evidence',
  routes,
};
