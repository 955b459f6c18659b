import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';

export const integrations: Capability = {
  name: 'integrations',
  routes,
  navigation: [{ path: '/newsroom/integrations', text: 'Integrations', place: 160, who: 'chief' }],
  commands,
  jobs: () => import('./jobs.ts'),
  keys: { load: () => import('./keys.ts') },
  journalActs,
};
