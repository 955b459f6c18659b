import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'integration', key: ['id'] },
  { name: 'integration_delivery', key: ['seq'], isNumbered: true },
];
