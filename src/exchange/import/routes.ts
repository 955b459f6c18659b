import { get, lazy, post, type Route } from '#http/route.ts';
import { confirmed } from '#people/newsroom/confirmed.ts';

// Each file is imported at the first request for one of its handlers.
const acts = () => import('./newsroom/import-acts.ts');
const list = () => import('./newsroom/imports-page.ts');
const page = () => import('./newsroom/import-page.ts');

export const routes: readonly Route[] = [
  get('/newsroom/imports', lazy(list, 'showImports'), 'chief'),
  post('/newsroom/imports', 'chief', lazy(acts, 'postUploadedImport')),
  post('/newsroom/imports/path', 'chief', lazy(acts, 'postImportOfPath')),
  get('/newsroom/imports/:importId', lazy(page, 'showImport'), 'chief'),
  get('/newsroom/imports/:importId/progress', lazy(page, 'showImportProgress'), 'member, passive'),
  post('/newsroom/imports/:importId/plan', 'chief', lazy(acts, 'postPlan')),
  post('/newsroom/imports/:importId/archive', 'chief', confirmed(lazy(acts, 'postArchive'))),
  post('/newsroom/imports/:importId/run', 'chief', confirmed(lazy(acts, 'postImportStart'))),
  post('/newsroom/imports/:importId/remove', 'chief', lazy(acts, 'postImportRemoval')),
];
