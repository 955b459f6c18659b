import type { Capability } from '#http/capability.ts';
import { journalActs } from './journal-acts.ts';
import { metrics } from './metrics.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const integrations: Capability = {
  name: 'integrations',
  routes,
  navigation: [
    {
      path: '/newsroom/integrations',
      text: 'Webhooks and keys',
      group: 'connections',
      place: 10,
      who: 'chief',
      words: 'integrations keys zapier notify',
    },
  ],
  waiting: () => import('./newsroom/waiting.ts'),
  emails: () => import('./email-kinds.ts'),
  jobs: () => import('./jobs.ts'),
  keys: { load: () => import('./keys.ts') },
  journalActs,
  nameSubjects: () => import('./name-subjects.ts'),
  tables,
  metrics,
  openApi: () => import('./openapi.ts'),
};
