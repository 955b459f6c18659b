import type { Capability } from '#capability.ts';
import { advertisingCatalog, checkCatalog } from './catalog/catalog.ts';
import { journalActs } from './journal-acts.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';

export const ads: Capability = {
  name: 'ads',
  publicResources,
  routes,
  navigation: [
    { path: '/newsroom/ads', text: 'Ads', place: 90, who: 'editor', isForAdSales: true },
    { path: '/newsroom/suppliers', text: 'Suppliers', place: 100, who: 'editor' },
  ],
  settings: () => import('./catalog/ad-settings.ts'),
  placements: () => import('./pages/placements.ts'),
  jobs: () => import('./jobs.ts'),
  emails: () => import('./email-parts.ts'),
  checkStart: ({ publication }) => checkCatalog(advertisingCatalog(publication)),
  openApi: () => import('./openapi.ts'),
  keys: { signs: 'proofs', load: () => import('./keys.ts') },
  journalActs,
};
