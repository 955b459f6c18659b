import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** Sessions of remembered computers, and the time of the last password check in a session. */
export function remembered(kind: Database['kind']): Migration {
  const statements = [
    'alter table session add column remembered integer not null default 0',
    'alter table session add column confirmed_at text',
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
