import type { Capability } from '#capability.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';

export const evidence: Capability = {
  name: 'evidence',
  routes,
  journalActs,
};
