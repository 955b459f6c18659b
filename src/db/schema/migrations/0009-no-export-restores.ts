import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Drops the reason and the person of a restored export: a backup restores a site, an import only files articles. */
export function noExportRestores(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const column of ['restore_reason', 'restore_by'])
        await db.schema.alterTable('import_run').dropColumn(column).execute();
    },
  };
}
