import { get, lazy, post, type Route } from '#http/route.ts';
import { confirmed } from '#people/newsroom/confirmed.ts';

const page = () => import('./newsroom/restored-page.ts');

export const routes: readonly Route[] = [
  get('/newsroom/restored', lazy(page, 'showRestored'), 'chief'),
  post('/newsroom/restored', 'chief', confirmed(lazy(page, 'postRelease'))),
];
