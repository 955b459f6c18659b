import type { CreateJobs } from '#capability.ts';
import { watchSources } from './sources/watch-sources.ts';

export const createJobs: CreateJobs = (deps, { config }) => [
  {
    name: 'watch sources',
    run: async () => {
      const { sourceWatch, publication } = config;
      if (sourceWatch === 'daily') await watchSources(deps, { baseUrl: publication.baseUrl });
    },
  },
];
