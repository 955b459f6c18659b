import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** The biography of a byline and its portrait, a picture of the library; null without one. */
export function authorProfiles(kind: Database['kind']): Migration {
  const statements = ['alter table author add column biography text', 'alter table author add column portrait_id text'];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
