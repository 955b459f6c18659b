import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/** Imports that bring an export of Plumbline back as it was: why, and who chose that. */
export function restoreMode(): Migration {
  return {
    up: async (db: Tx) => {
      await sql`alter table import_run add column restore_reason text`.execute(db);
      await sql`alter table import_run add column restore_by text`.execute(db);
    },
  };
}
