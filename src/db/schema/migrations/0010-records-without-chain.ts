import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Drops the hash chain over the records, because each record has its own signature. */
export function recordsWithoutChain(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable('signed_record').dropColumn('chain').execute();
    },
  };
}
