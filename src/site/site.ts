import type { Capability } from '#http/capability.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const site: Capability = {
  name: 'site',
  routes,
  navigation: [
    {
      path: '/newsroom/pages',
      text: 'Pages',
      group: 'publication',
      place: 30,
      who: 'editor',
      words: 'about imprint custom static',
      icon: 'pages',
    },
    {
      path: '/newsroom/site',
      text: 'Name and look',
      group: 'magazine',
      place: 10,
      who: 'chief',
      words: 'site settings logo colour accent description language time zone',
    },
    {
      path: '/newsroom/site/navigation',
      text: 'Navigation',
      group: 'magazine',
      place: 12,
      who: 'chief',
      words: 'menu links footer header',
    },
    {
      path: '/newsroom/site/sharing',
      text: 'Search and sharing',
      group: 'magazine',
      place: 14,
      who: 'chief',
      words: 'seo google social cards',
    },
    {
      path: '/newsroom/sections',
      text: 'Sections',
      group: 'magazine',
      place: 20,
      who: 'chief',
      words: 'desks categories',
    },
    {
      path: '/newsroom/contact',
      text: 'Address for readers',
      group: 'magazine',
      place: 30,
      who: 'editor',
      words: 'contact email newsroom',
    },
  ],
  journalActs,
  tables,
};
