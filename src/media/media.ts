import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const media: Capability = {
  name: 'media',
  routes,
};
