import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'front_page', key: ['article_id'] },
  { name: 'related_article', key: ['article_id', 'place'] },
  { name: 'series', key: ['id'] },
  { name: 'series_part', key: ['article_id'] },
];
