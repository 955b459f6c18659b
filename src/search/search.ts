import type { Capability } from '#http/capability.ts';
import { budgets } from './budgets.ts';
import { publicResources } from './public-resources.ts';
import { tables } from './tables.ts';

export const search: Capability = {
  name: 'search',
  publicResources,
  budgets,
  tables,
};
