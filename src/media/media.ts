import type { Capability } from '#http/capability.ts';
import { journalActs } from './journal-acts.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const media: Capability = {
  name: 'media',
  publicResources,
  routes,
  navigation: [
    {
      path: '/newsroom/pictures',
      text: 'Pictures',
      group: 'day',
      place: 40,
      who: 'member',
      words: 'media images photos library upload',
      icon: 'pictures',
    },
  ],
  journalActs,
  nameSubjects: () => import('./name-subjects.ts'),
  tables,
};
