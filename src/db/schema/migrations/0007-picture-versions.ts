import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the files of a picture for the dark and for phones, and whether it is a diagram. The previous release shows its one file. */
export function pictureVersions(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable('picture').addColumn('versions', 'text').execute();
      await db.schema
        .alterTable('picture')
        .addColumn('is_diagram', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  };
}
