import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** What readers see at the address of an unpublished article, and since when; null when the editor wrote nothing. */
export function retractionNotices(kind: Database['kind']): Migration {
  const columns = ['retraction_notice text', 'retracted_at text'];
  return {
    up: async (db: Tx) => {
      for (const column of columns)
        await sql.raw(bytewise(kind, `alter table article add column ${column}`)).execute(db);
    },
  };
}
