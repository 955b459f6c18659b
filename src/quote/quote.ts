import type { Capability } from '#http/capability.ts';
import { budgets } from './budgets.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const quote: Capability = {
  name: 'quote',
  publicResources,
  routes,
  budgets,
  readerTools: [
    {
      name: 'check_quote',
      does: 'says whether an article has the words of a quote, and whether they still stand',
      advice: 'Before you quote, call check_quote with the words as you quote them.',
      after: 'fetch',
      load: () => import('./quote-tool.ts'),
    },
  ],
  jobs: () => import('./jobs.ts'),
  openApi: () => import('./openapi.ts'),
  tables,
};
