import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';

export const people: Capability = {
  name: 'people',
  routes,
  navigation: [{ path: '/newsroom/masthead', text: 'Masthead', place: 200, who: 'chief' }],
  commands,
  emails: () => import('./email-parts.ts'),
  keys: { load: () => import('./keys.ts') },
  journalActs,
};
