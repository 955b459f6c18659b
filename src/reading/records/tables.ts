import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'public_revision', key: ['article_id', 'revision'], onlyGrows: true, refersTo: ['article'] },
  { name: 'signed_record', key: ['number'], onlyGrows: true },
  { name: 'record_key', key: ['number'] },
];
