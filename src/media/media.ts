import type { Capability } from '#capability.ts';
import { journalActs } from './journal-acts.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';

export const media: Capability = {
  name: 'media',
  publicResources,
  routes,
  navigation: [{ path: '/newsroom/pictures', text: 'Pictures', place: 70, who: 'member' }],
  journalActs,
};
