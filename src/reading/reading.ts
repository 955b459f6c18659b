import type { Capability } from '#http/capability.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const reading: Capability = {
  name: 'reading',
  publicResources,
  routes,
  nameSubjects: () => import('./name-subjects.ts'),
  tables,
  openApi: () => import('./openapi.ts'),
};
