import type { Capability } from '#capability.ts';
import { journalActs } from './journal-acts.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';

export const agents: Capability = {
  name: 'agents',
  publicResources,
  routes,
  navigation: [
    { path: '/newsroom/agents', text: 'Agents', place: 110, who: 'editor' },
    { path: '/agent/claim', text: 'Let an agent in', place: 210, who: 'editor' },
  ],
  keys: { load: () => import('./keys.ts') },
  journalActs,
};
