import { get, lazy, post, type Route } from '#http/route.ts';
import { confirmed } from '#people/newsroom/confirmed.ts';

const page = () => import('./newsroom/restored-page.ts');

export const routes: readonly Route[] = [
  get('/newsroom/export/restored', lazy(page, 'showRestored'), 'chief'),
  post('/newsroom/export/restored', 'chief', confirmed(lazy(page, 'postRelease'))),
];
