import type { Capability } from '#http/capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const exporting: Capability = {
  name: 'export',
  routes,
  navigation: [
    {
      path: '/newsroom/export',
      text: 'Export and backup',
      group: 'connections',
      place: 30,
      who: 'chief',
      words: 'download archive take out',
    },
  ],
  commands,
  jobs: () => import('./jobs.ts'),
  journalActs,
  tables,
};
