import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [{ name: 'site_setting', key: ['name'] }];
