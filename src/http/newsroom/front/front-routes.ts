import { get, lazy, post, type Route } from '../../kit/route.ts';

// Each file is imported at the first request for one of its handlers.
const frontPage = () => import('./front-page.ts');
const related = () => import('./related-page.ts');

/** The routes of the front page, and of what follows an article. */
export const FRONT_ROUTES: readonly Route[] = [
  get('/newsroom/front', lazy(frontPage, 'showFrontPage'), 'editor'),
  post('/newsroom/front', 'editor', lazy(frontPage, 'postOnFrontPage')),
  post('/newsroom/front/move', 'editor', lazy(frontPage, 'postFrontPageMove')),
  post('/newsroom/front/remove', 'editor', lazy(frontPage, 'postFrontPageRemoval')),
  get('/newsroom/articles/:articleId/related', lazy(related, 'showRelated'), 'editor'),
  post('/newsroom/articles/:articleId/related', 'editor', lazy(related, 'postRelated')),
  post('/newsroom/articles/:articleId/related/move', 'editor', lazy(related, 'postRelatedMove')),
  post('/newsroom/articles/:articleId/related/remove', 'editor', lazy(related, 'postRelatedRemoval')),
];
