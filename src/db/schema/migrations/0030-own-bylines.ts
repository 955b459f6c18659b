import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** The member whose own byline an author is: a person signs with it by default. */
export function ownBylines(kind: Database['kind']): Migration {
  const statements = [
    'alter table author add column editor_id text references editor (id)',
    'create unique index author_editor on author (editor_id) where editor_id is not null',
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
