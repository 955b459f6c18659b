import type { Capability } from '#http/capability.ts';
import { routes } from './routes.ts';

export const stats: Capability = {
  name: 'stats',
  routes,
  navigation: [
    {
      path: '/newsroom/weeks',
      text: 'Statistics',
      group: 'audience',
      place: 30,
      who: 'editor',
      words: 'stats weeks analytics numbers',
      icon: 'statistics',
    },
  ],
};
