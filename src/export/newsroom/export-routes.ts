import { confirmed } from '#html/newsroom/confirmed.ts';
import { get, lazy, post, type Route } from '#http/route.ts';

const page = () => import('./export-page.ts');

/** The routes of exports, for chiefs. */
export const EXPORT_ROUTES: readonly Route[] = [
  get('/newsroom/export', lazy(page, 'showExports'), 'chief'),
  post('/newsroom/export', 'chief', confirmed(lazy(page, 'postExport'))),
  post('/newsroom/export/:exportId/download', 'chief', confirmed(lazy(page, 'postDownload'))),
];
