import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';

export const backup: Capability = {
  name: 'backup',
  commands,
};
