import { cached, lazy, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const api = () => import('./api-pages.ts');

export const routes: readonly Route[] = [cached('/api', lazy(api, 'readApi'))];
