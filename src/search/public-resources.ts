import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const search = () => import('./pages/search.ts');

export const publicResources: PublicResources = {
  pages: [
    {
      path: '/search',
      title: 'Search',
      handler: lazy(search, 'readSearch'),
      after: '/latest',
    },
  ],
};
