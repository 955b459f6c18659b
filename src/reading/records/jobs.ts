import type { CreateJobs } from '#http/capability.ts';
import { makeRecords } from './make-records.ts';
import { recordOf } from './pages/record-json.ts';

export const createJobs: CreateJobs = (deps) => [
  { name: 'sign records', run: () => makeRecords(deps, (facts) => recordOf(deps.site.newest.publication, facts)) },
];
