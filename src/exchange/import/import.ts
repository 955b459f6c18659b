import type { Capability } from '#http/capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const importing: Capability = {
  name: 'import',
  routes,
  navigation: [
    {
      path: '/newsroom/imports',
      text: 'Import',
      group: 'connections',
      place: 20,
      who: 'chief',
      words: 'wordpress ghost migrate move',
    },
  ],
  waiting: () => import('./newsroom/waiting.ts'),
  commands,
  holdCopy: () => import('./hold-copy.ts'),
  jobs: () => import('./jobs.ts'),
  journalActs,
  nameSubjects: () => import('./name-subjects.ts'),
  tables,
};
