import type { Capability } from '#http/capability.ts';
import { fieldHints } from './api/field-hints.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const editorial: Capability = {
  name: 'editorial',
  routes,
  commands,
  emails: () => import('./email-kinds.ts'),
  jobs: () => import('./jobs.ts'),
  holdCopy: () => import('./publish/hold-schedules.ts'),
  journalActs,
  nameSubjects: () => import('./name-subjects.ts'),
  tables,
  fieldHints,
  openApi: () => import('./openapi.ts'),
};
