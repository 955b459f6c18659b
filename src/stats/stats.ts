import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const stats: Capability = {
  name: 'stats',
  routes,
  navigation: [{ path: '/newsroom/weeks', text: 'Stats', place: 60, who: 'editor' }],
};
