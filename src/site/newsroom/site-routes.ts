import { get, lazy, post, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const page = () => import('./site-page.ts');
const acts = () => import('./site-acts.ts');

/** The routes of the settings of the site. */
export const SITE_ROUTES: readonly Route[] = [
  get('/newsroom/site', lazy(page, 'showSite'), 'chief'),
  post('/newsroom/site', 'chief', lazy(acts, 'postSite'), 'write'),
  post('/newsroom/site/logo', 'chief', lazy(acts, 'postLogo'), 'write'),
  post('/newsroom/site/logo/remove', 'chief', lazy(acts, 'postLogoRemoval')),
  post('/newsroom/site/preview', 'chief', lazy(acts, 'previewSite')),
  post('/newsroom/site/steps', 'chief', lazy(acts, 'postStepsSkipped')),
];
