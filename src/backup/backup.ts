import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';

export const backup: Capability = {
  name: 'backup',
  commands,
  backUpBeforeUpgrade: (url, options) => async (last) =>
    (await import('./before-upgrade.ts')).backUpBeforeUpgrade(url, options)(last),
};
