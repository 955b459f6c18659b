import { cached, lazy, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const evidence = () => import('./pages/evidence.ts');

export const routes: readonly Route[] = [
  cached('/api/public/articles/:section/:slug/evidence', lazy(evidence, 'readArticleEvidence')),
  cached('/api/v1/public/articles/:section/:slug/evidence', lazy(evidence, 'readArticleEvidence')),
];
