import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'search', isDerived: true },
  { name: 'search_heads', isDerived: true, onlyIn: 'sqlite' },
  { name: 'search_words', isDerived: true, onlyIn: 'sqlite' },
  { name: 'search_vocabulary', isDerived: true },
  { name: 'search_unindexed', isDerived: true },
  { name: 'draft_search', isDerived: true },
  { name: 'draft_words', isDerived: true, onlyIn: 'sqlite' },
  { name: 'draft_unindexed', isDerived: true },
];
