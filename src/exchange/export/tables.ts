import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [{ name: 'export_job', key: ['id'] }];
