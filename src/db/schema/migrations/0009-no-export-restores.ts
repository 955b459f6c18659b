import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Drops why an export came back as it was, and who chose that: a backup brings a site back, an import only files articles. */
export function noExportRestores(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const column of ['restore_reason', 'restore_by'])
        await db.schema.alterTable('import_run').dropColumn(column).execute();
    },
  };
}
