import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'evidence', key: ['seq'], isNumbered: true, onlyGrows: true, refersTo: ['article'] },
  { name: 'archived_copy', key: ['article_id', 'source_url'], refersTo: ['article'] },
];
