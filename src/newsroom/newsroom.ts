import type { Capability } from '#capability.ts';
import { routes } from './routes.ts';

export const newsroom: Capability = {
  name: 'newsroom',
  routes,
  navigation: [
    { path: '/newsroom', text: 'Board', place: 10, who: 'member', below: '/newsroom/articles' },
    { path: '/newsroom/calendar', text: 'Calendar', place: 20, who: 'member' },
    { path: '/newsroom/front', text: 'Front page', place: 30, who: 'editor' },
    { path: '/newsroom/series', text: 'Series', place: 40, who: 'editor' },
    { path: '/newsroom/journal', text: 'Journal', place: 120, who: 'editor' },
  ],
};
