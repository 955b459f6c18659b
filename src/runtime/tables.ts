import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'setting', key: ['name'] },
  { name: 'publication_log', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'journal', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'idempotency', key: ['principal', 'key'] },
  { name: 'outbox', key: ['id'], refersTo: ['ad_order'] },
  // No copy of the data has jobs, because they are valid only for a minute.
  { name: 'job', isDerived: true },
];
