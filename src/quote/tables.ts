import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'quote_text', isDerived: true },
  { name: 'quote_words', isDerived: true, onlyIn: 'sqlite' },
  { name: 'quote_position', isDerived: true },
];
