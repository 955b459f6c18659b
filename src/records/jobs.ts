import type { CreateJobs } from '#capability.ts';
import { makeRecords } from './make-records.ts';
import { recordOf } from './pages/record-json.ts';

export const createJobs: CreateJobs = (deps, { config }) => [
  { name: 'sign records', run: () => makeRecords(deps, (facts) => recordOf(config.publication, facts)) },
];
