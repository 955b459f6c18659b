import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { routes } from './routes.ts';

export const site: Capability = {
  name: 'site',
  routes,
  commands,
};
