import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const quote = () => import('./pages/quote.ts');

export const publicResources: PublicResources = {
  pages: [
    {
      path: '/quote',
      title: 'Check a quote',
      summary: 'whether an article says it word by word, and still does',
      handler: lazy(quote, 'readQuotePage'),
      after: '/corrections',
    },
  ],
};
