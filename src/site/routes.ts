import { get, lazy, post, type Route } from '#http/route.ts';
import { confirmed } from '#people/newsroom/confirmed.ts';

// Each file is imported at the first request for one of its handlers.
const acts = () => import('./newsroom/site-acts.ts');
const contact = () => import('./newsroom/contact.ts');
const list = () => import('./newsroom/section-list.ts');
const page = () => import('./newsroom/site-page.ts');
const pages = () => import('./newsroom/own-pages.ts');
const section = () => import('./newsroom/section-page.ts');
const welcome = () => import('./newsroom/welcome.ts');

export const routes: readonly Route[] = [
  get('/newsroom/welcome/:secret', lazy(welcome, 'showWelcome')),
  post('/newsroom/welcome/:secret', 'anyone', lazy(welcome, 'postWelcome'), 'signIn'),
  get('/newsroom/contact', lazy(contact, 'showContact'), 'editor'),
  post('/newsroom/contact', 'editor', lazy(contact, 'postContact')),
  get('/newsroom/sections', lazy(list, 'showSections'), 'chief'),
  post('/newsroom/sections', 'chief', lazy(list, 'postNewSection')),
  post('/newsroom/sections/order', 'chief', lazy(list, 'postSectionOrder')),
  get('/newsroom/sections/:section', lazy(section, 'showSection'), 'chief'),
  post('/newsroom/sections/:section', 'chief', lazy(section, 'postSectionWords')),
  post('/newsroom/sections/:section/checklist', 'chief', lazy(section, 'postSectionChecklist')),
  post('/newsroom/sections/:section/address', 'chief', confirmed(lazy(section, 'postSectionAddress'))),
  post('/newsroom/sections/:section/retire', 'chief', confirmed(lazy(section, 'postSectionRetirement'))),
  post('/newsroom/sections/:section/reopen', 'chief', lazy(section, 'postSectionReopening')),
  post('/newsroom/sections/:section/articles', 'chief', lazy(section, 'postSectionArticles')),
  get('/newsroom/pages', lazy(pages, 'showOwnPages'), 'editor'),
  post('/newsroom/pages', 'editor', lazy(pages, 'postOwnPage')),
  get('/newsroom/site', lazy(page, 'showSite'), 'chief'),
  post('/newsroom/site', 'chief', lazy(acts, 'postSite'), 'write'),
  get('/newsroom/site/navigation', lazy(page, 'showSiteNavigation'), 'chief'),
  post('/newsroom/site/navigation', 'chief', lazy(acts, 'postSiteNavigation'), 'write'),
  get('/newsroom/site/sharing', lazy(page, 'showSiteSharing'), 'chief'),
  post('/newsroom/site/sharing', 'chief', lazy(acts, 'postSiteSharing'), 'write'),
  get('/newsroom/site/contrast', lazy(acts, 'readContrast'), 'chief'),
  post('/newsroom/site/logo', 'chief', lazy(acts, 'postLogo'), 'write'),
  post('/newsroom/site/logo/remove', 'chief', lazy(acts, 'postLogoRemoval')),
  post('/newsroom/site/steps', 'chief', lazy(acts, 'postStepsSkipped')),
];
