import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** The number of each working copy and the id of the request that wrote it, so that no window overwrites another's text. */
export function keptText(kind: Database['kind']): Migration {
  const statements = [
    'alter table working_copy add column number integer not null default 1',
    `alter table working_copy add column post_id text not null default ''`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
