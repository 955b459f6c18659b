import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'tag', key: ['id'] },
  { name: 'article', key: ['id'], refersTo: ['editor'] },
  { name: 'revision', key: ['article_id', 'number'], onlyGrows: true, refersTo: ['article'] },
  { name: 'address', key: ['section', 'slug'], refersTo: ['article'] },
  { name: 'tag_address', key: ['slug'] },
  { name: 'live_tag', key: ['tag_id', 'published_at', 'article_id'] },
  { name: 'correction', key: ['seq'], isNumbered: true, onlyGrows: true, refersTo: ['article'] },
];
