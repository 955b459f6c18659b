import { get, lazy, post, type Route } from '#http/route.ts';
import { confirmed } from '#people/newsroom/confirmed.ts';

// Each file is imported at the first request for one of its handlers.
const page = () => import('./newsroom/export-page.ts');

export const routes: readonly Route[] = [
  get('/newsroom/export', lazy(page, 'showExports'), 'chief'),
  post('/newsroom/export', 'chief', confirmed(lazy(page, 'postExport'))),
  post('/newsroom/export/:exportId/download', 'chief', confirmed(lazy(page, 'postDownload'))),
];
