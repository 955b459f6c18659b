import type { Capability } from '#capability.ts';
import { advertisingCatalog, checkCatalog } from './catalog/catalog.ts';
import { routes } from './routes.ts';

export const ads: Capability = {
  name: 'ads',
  routes,
  jobs: () => import('./jobs.ts'),
  emails: () => import('./email-parts.ts'),
  checkStart: ({ publication }) => checkCatalog(advertisingCatalog(publication)),
};
