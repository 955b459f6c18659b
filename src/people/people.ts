import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { routes } from './routes.ts';

export const people: Capability = {
  name: 'people',
  routes,
  commands,
  emails: () => import('./email-parts.ts'),
};
