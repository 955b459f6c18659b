import type { Capability } from '#http/capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const records: Capability = {
  name: 'records',
  routes,
  commands,
  methodSections: () => import('./pages/method-sections.ts'),
  checkData: () => import('./check-data.ts'),
  jobs: () => import('./jobs.ts'),
  openApi: () => import('./openapi.ts'),
  keys: { signs: 'records', load: () => import('./keys.ts') },
  journalActs,
  tables,
};
