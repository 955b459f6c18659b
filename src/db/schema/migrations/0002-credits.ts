import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds who else worked on an article. Processes of the release before read and write revisions without it. */
export function credits(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable('revision').addColumn('credits', 'text').execute();
    },
  };
}
