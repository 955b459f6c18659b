import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/** The table of numbers beside the text of an article, for each revision. */
export function numberTables(): Migration {
  return {
    up: async (tx: Tx) => {
      await sql`alter table revision add column number_table text`.execute(tx);
    },
  };
}
