import { confirmed } from '#html/newsroom/confirmed.ts';
import { get, lazy, post, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const list = () => import('./section-list.ts');
const pages = () => import('./own-pages.ts');
const section = () => import('./section-page.ts');

/** The routes of the sections and of pages of one's own. */
export const SECTION_ROUTES: readonly Route[] = [
  get('/newsroom/sections', lazy(list, 'showSections'), 'chief'),
  post('/newsroom/sections', 'chief', lazy(list, 'postNewSection')),
  post('/newsroom/sections/order', 'chief', lazy(list, 'postSectionOrder')),
  get('/newsroom/sections/:section', lazy(section, 'showSection'), 'chief'),
  post('/newsroom/sections/:section', 'chief', lazy(section, 'postSectionWords')),
  post('/newsroom/sections/:section/address', 'chief', confirmed(lazy(section, 'postSectionAddress'))),
  post('/newsroom/sections/:section/retire', 'chief', confirmed(lazy(section, 'postSectionRetirement'))),
  post('/newsroom/sections/:section/reopen', 'chief', lazy(section, 'postSectionReopening')),
  post('/newsroom/sections/:section/articles', 'chief', lazy(section, 'postSectionArticles')),
  get('/newsroom/pages', lazy(pages, 'showOwnPages'), 'editor'),
  post('/newsroom/pages', 'editor', lazy(pages, 'postOwnPage')),
];
