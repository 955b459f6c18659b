import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/**
 * Articles that come from the archive of another site, with the mark that readers see; lines of the publication log about which
 * nobody gets a message; and the dates and the mark that a permanent revision had.
 */
export function archiveMode(): Migration {
  const statements = [
    'alter table article add column archive text',
    'alter table public_revision add column archive text',
    'alter table public_revision add column modified_at text',
    'alter table publication_log add column is_silent integer not null default 0',
    'alter table import_run add column archive_reason text',
    'alter table import_run add column archive_by text',
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
