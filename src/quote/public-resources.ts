import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const quote = () => import('./pages/quote.ts');

export const publicResources: PublicResources = {
  pages: [
    {
      path: '/quote',
      title: 'Check a quote',
      handler: lazy(quote, 'readQuotePage'),
      after: '/corrections',
    },
  ],
};
