import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const changes = () => import('./pages/changes.ts');

export const publicResources: PublicResources = {
  pages: [
    {
      path: '/changes',
      title: 'What changed',
      handler: lazy(changes, 'readChangesPage'),
      after: '/corrections',
    },
  ],
};
