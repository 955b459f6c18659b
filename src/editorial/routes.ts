import { get, lazy, post, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const editorialApi = () => import('./api/editorial-api.ts');
const stored = () => import('./api/stored-api.ts');

export const routes: readonly Route[] = [
  post('/api/admin/articles', 'agent or member', lazy(editorialApi, 'postArticle'), 'write'),
  post('/api/admin/articles/:articleId/revisions', 'agent or member', lazy(editorialApi, 'postRevision'), 'write'),
  get('/api/agent/articles', lazy(stored, 'getStoredArticles'), 'agent', 'write'),
  get('/api/agent/articles/:articleId', lazy(stored, 'getStoredArticle'), 'agent', 'write'),
];
