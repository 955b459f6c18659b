import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'editor', key: ['id'] },
  { name: 'session', key: ['id'], refersTo: ['editor'] },
  { name: 'one_time_link', key: ['token_hash'], refersTo: ['editor'] },
  { name: 'author', key: ['id'], refersTo: ['editor'] },
  { name: 'totp', key: ['editor_id'], refersTo: ['editor'] },
  { name: 'passkey', key: ['id'], refersTo: ['editor'] },
  { name: 'recovery_code', key: ['editor_id', 'code_hash'], refersTo: ['editor'] },
  { name: 'challenge', key: ['id'], refersTo: ['editor'] },
];
