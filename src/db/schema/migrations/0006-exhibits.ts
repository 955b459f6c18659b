import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the tables and charts of an article. Processes of the previous release read and write revisions without them. */
export function exhibits(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable('revision').addColumn('exhibits', 'text').execute();
    },
  };
}
