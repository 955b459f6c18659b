import type { Capability } from '#http/capability.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const evidence: Capability = {
  name: 'evidence',
  routes,
  settings: () => import('./known-names.ts'),
  journalActs,
  tables,
};
