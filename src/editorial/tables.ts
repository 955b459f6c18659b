import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'review', key: ['seq'], isNumbered: true, onlyGrows: true, refersTo: ['article'] },
  { name: 'checklist_tick', key: ['article_id', 'point'], refersTo: ['article'] },
  { name: 'wording', key: ['article_id', 'words_hash'], refersTo: ['article'] },
  { name: 'comment', key: ['id'], refersTo: ['article'] },
  { name: 'settlement', key: ['id'], refersTo: ['article'] },
  { name: 'gate_override', key: ['seq'], isNumbered: true, onlyGrows: true, refersTo: ['article'] },
  { name: 'source_look', key: ['url'] },
  { name: 'working_copy', key: ['article_id', 'editor_id'], refersTo: ['article', 'editor'] },
  { name: 'preview_link', key: ['id'], refersTo: ['article', 'editor'] },
  { name: 'presence', isDerived: true },
];
