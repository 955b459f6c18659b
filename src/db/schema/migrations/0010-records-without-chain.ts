import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Drops the hash over all records up to one: each record has its signature. */
export function recordsWithoutChain(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable('signed_record').dropColumn('chain').execute();
    },
  };
}
