import type { Capability } from '#http/capability.ts';
import { budgets } from './budgets.ts';
import { journalActs } from './journal-acts.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const agents: Capability = {
  name: 'agents',
  publicResources,
  routes,
  budgets,
  navigation: [
    {
      path: '/newsroom/agents',
      text: 'Agents',
      group: 'agents',
      place: 10,
      who: 'editor',
      below: ['/agent/claim'],
      words: 'access tokens programs mcp',
      icon: 'agents',
      phone: { place: 4 },
    },
    {
      path: '/agent/claim',
      text: 'Approve agent',
      group: 'acts',
      place: 30,
      who: 'editor',
      words: 'code claim let in give access',
    },
    {
      path: '/newsroom/agents/stop',
      text: 'Stop all agents',
      group: 'acts',
      place: 90,
      who: 'editor',
      words: 'revoke end access emergency',
    },
  ],
  waiting: () => import('./newsroom/waiting.ts'),
  keys: { load: () => import('./keys.ts') },
  journalActs,
  nameSubjects: () => import('./name-subjects.ts'),
  tables,
  openApi: () => import('./openapi.ts'),
};
