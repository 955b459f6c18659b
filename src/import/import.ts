import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';

export const importing: Capability = {
  name: 'import',
  routes,
  navigation: [{ path: '/newsroom/imports', text: 'Import', place: 170, who: 'chief' }],
  commands,
  jobs: () => import('./jobs.ts'),
  journalActs,
};
