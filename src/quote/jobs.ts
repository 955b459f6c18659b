import type { CreateJobs } from '#http/capability.ts';
import { indexQuotes } from './index-quotes.ts';

export const createJobs: CreateJobs = (deps, { log }) => [
  {
    name: 'index quotes',
    run: () =>
      indexQuotes(deps, Number.POSITIVE_INFINITY, (line) =>
        log.info({ line }, 'the index of the quote check is being built; it has the publications up to this line'),
      ),
  },
];
