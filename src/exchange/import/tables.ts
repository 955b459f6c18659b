import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'import_run', key: ['id'] },
  { name: 'import_item', key: ['run_id', 'source_id'] },
  { name: 'lost_place', key: ['run_id', 'source_id', 'number'] },
  { name: 'old_address', key: ['path'] },
];
