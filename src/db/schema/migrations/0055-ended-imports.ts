import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/** How many processes ended while they read the file of an import: after two, nobody reads it again by itself. */
export function endedImports(): Migration {
  return {
    up: async (db: Tx) => {
      await sql`alter table import_run add column ended_processes integer not null default 0`.execute(db);
    },
  };
}
