import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';

export const exporting: Capability = {
  name: 'export',
  routes,
  navigation: [{ path: '/newsroom/export', text: 'Export', place: 190, who: 'chief' }],
  commands,
  jobs: () => import('./jobs.ts'),
  journalActs,
  fetchInFront: ({ exportDir }, fetchPage) => {
    if (exportDir === null) return fetchPage;
    return async (path) => (await import('./read-exported.ts')).preferExported(exportDir, fetchPage)(path);
  },
};
