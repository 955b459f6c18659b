import type { Capability } from '#capability.ts';
import { publicResources } from './public-resources.ts';

export const search: Capability = {
  name: 'search',
  publicResources,
};
