import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';

export const site: Capability = {
  name: 'site',
  routes,
  navigation: [
    { path: '/newsroom/pages', text: 'Pages', place: 50, who: 'editor' },
    { path: '/newsroom/sections', text: 'Sections', place: 150, who: 'chief' },
    { path: '/newsroom/site', text: 'Site settings', place: 180, who: 'chief' },
  ],
  commands,
  journalActs,
};
