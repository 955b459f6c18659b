import { get, lazy, post, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const quote = () => import('./pages/quote.ts');

export const routes: readonly Route[] = [
  get('/api/v1/public/quote', lazy(quote, 'readQuote')),
  post('/api/v1/public/quote', 'anyone', lazy(quote, 'postQuote')),
];
