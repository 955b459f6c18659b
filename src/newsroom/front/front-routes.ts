import { confirmed } from '#html/newsroom/confirmed.ts';
import { get, lazy, post, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const frontPage = () => import('./front-page.ts');
const series = () => import('./series-page.ts');
const seriesBox = () => import('./series-box.ts');
const seriesList = () => import('./series-list.ts');
const related = () => import('./related-page.ts');

/** The routes of the front page, of series, and of what follows an article. */
export const FRONT_ROUTES: readonly Route[] = [
  get('/newsroom/front', lazy(frontPage, 'showFrontPage'), 'editor'),
  post('/newsroom/front', 'editor', lazy(frontPage, 'postOnFrontPage')),
  post('/newsroom/front/move', 'editor', lazy(frontPage, 'postFrontPageMove')),
  post('/newsroom/front/remove', 'editor', lazy(frontPage, 'postFrontPageRemoval')),
  get('/newsroom/articles/:articleId/related', lazy(related, 'showRelated'), 'editor'),
  post('/newsroom/articles/:articleId/related', 'editor', lazy(related, 'postRelated')),
  post('/newsroom/articles/:articleId/related/move', 'editor', lazy(related, 'postRelatedMove')),
  post('/newsroom/articles/:articleId/related/remove', 'editor', lazy(related, 'postRelatedRemoval')),
  get('/newsroom/series', lazy(seriesList, 'showSeriesList'), 'editor'),
  post('/newsroom/series', 'editor', lazy(seriesList, 'postNewSeries')),
  get('/newsroom/series/:seriesId', lazy(series, 'showSeries'), 'editor'),
  post('/newsroom/series/:seriesId', 'editor', lazy(series, 'postSeries')),
  post('/newsroom/series/:seriesId/parts', 'editor', lazy(series, 'postSeriesPart')),
  post('/newsroom/series/:seriesId/move', 'editor', lazy(series, 'postSeriesMove')),
  post('/newsroom/series/:seriesId/remove', 'editor', lazy(series, 'postSeriesRemoval')),
  post('/newsroom/series/:seriesId/delete', 'editor', confirmed(lazy(series, 'postSeriesDeletion'))),
  post('/newsroom/articles/:articleId/series', 'editor', lazy(seriesBox, 'postArticleSeries')),
];
