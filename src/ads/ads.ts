import type { Capability } from '#http/capability.ts';
import { budgets } from './budgets.ts';
import { advertisingCatalog, checkCatalog } from './catalog/catalog.ts';
import { journalActs } from './journal-acts.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const ads: Capability = {
  name: 'ads',
  publicResources,
  routes,
  budgets,
  navigation: [
    {
      path: '/newsroom/ads',
      text: 'Orders',
      group: 'advertising',
      place: 10,
      who: 'ad desk',
      words: 'ads advertising insertion bookings campaigns flights',
      icon: 'orders',
      phone: { place: 5 },
    },
    {
      path: '/newsroom/ads/invoices',
      text: 'Invoices',
      group: 'advertising',
      place: 20,
      who: 'ad desk',
      words: 'billing payments overdue money',
      icon: 'invoices',
      phone: { place: 7 },
    },
    {
      path: '/newsroom/suppliers',
      text: 'Suppliers',
      group: 'advertising',
      place: 30,
      who: 'editor',
      words: 'directory listings',
      icon: 'suppliers',
    },
    {
      path: '/newsroom/price-list',
      text: 'Rate card',
      group: 'magazine',
      place: 50,
      who: 'chief',
      words: 'rate card ads prices',
    },
    {
      path: '/newsroom/ads/calendar',
      text: 'Avails',
      group: 'pages',
      place: 40,
      who: 'ad desk',
      words: 'ad calendar free dates bookings',
      phone: { place: 8 },
    },
    {
      path: '/newsroom/ads/advertisers',
      text: 'Advertisers',
      group: 'pages',
      place: 50,
      who: 'ad desk',
      words: 'customers clients companies',
    },
    {
      path: '/newsroom/ads/house-ads',
      text: 'House ads',
      group: 'pages',
      place: 60,
      who: 'ad desk',
      words: 'own ads fillers',
    },
    {
      path: '/newsroom/ads/new',
      text: 'New order',
      group: 'acts',
      place: 50,
      who: 'ad desk',
      words: 'book ad create insertion',
    },
  ],
  waiting: () => import('./newsroom/waiting.ts'),
  dayLines: () => import('./newsroom/day-lines.ts'),
  finder: () => import('./newsroom/find-orders.ts'),
  settings: () => import('./catalog/ad-settings.ts'),
  placements: () => import('./pages/placements.ts'),
  jobs: () => import('./jobs.ts'),
  emails: () => import('./email-parts.ts'),
  checkStart: (publication) => checkCatalog(advertisingCatalog(publication)),
  openApi: () => import('./openapi.ts'),
  journalActs,
  tables,
};
