import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'claim', key: ['id'], refersTo: ['editor'] },
  { name: 'access_token', key: ['id'], refersTo: ['claim', 'editor'] },
  { name: 'agent_call', key: ['seq'], isNumbered: true, refersTo: ['claim'] },
];
