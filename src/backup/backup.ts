import type { Capability } from '#http/capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';

export const backup: Capability = {
  name: 'backup',
  routes,
  commands,
  waiting: () => import('./newsroom/waiting.ts'),
  holdCopy: () => import('./hold-copy.ts'),
  journalActs,
  backUpBeforeUpgrade: (url, options) => async (last) =>
    (await import('./before-upgrade.ts')).backUpBeforeUpgrade(url, options)(last),
};
