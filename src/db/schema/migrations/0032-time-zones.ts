import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** The time zone in which a person sees the newsroom; null for the zone of the publication. */
export function timeZones(kind: Database['kind']): Migration {
  return {
    up: async (db: Tx) => {
      await sql.raw(bytewise(kind, `alter table editor add column time_zone text`)).execute(db);
    },
  };
}
