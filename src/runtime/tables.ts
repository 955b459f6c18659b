import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'setting', key: ['name'] },
  { name: 'publication_log', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'journal', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'idempotency', key: ['principal', 'key'] },
  { name: 'outbox', key: ['id'], refersTo: ['ad_order'] },
  // No copy of the data holds a job: what is true for a minute only.
  { name: 'job', isDerived: true },
];
