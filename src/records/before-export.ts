import type { BeforeExport } from '#http/declared.ts';
import { makeRecords } from './make-records.ts';
import { recordOf } from './pages/record-json.ts';

/** Makes every record that is missing: an export reads one moment of the database, and pages link to their records. */
export const beforeExport: BeforeExport = (deps, publication) =>
  makeRecords(deps, (facts) => recordOf(publication, facts), Number.POSITIVE_INFINITY);
