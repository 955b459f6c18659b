import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the credits of an article. Processes of the previous release read and write revisions without them. */
export function credits(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable('revision').addColumn('credits', 'text').execute();
    },
  };
}
