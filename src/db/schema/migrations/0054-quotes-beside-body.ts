import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/** The index of the quote check has captions, descriptions of pictures and correction notes: a job fills it again from the start. */
export function quotesBesideBody(): Migration {
  return {
    up: async (db: Tx) => {
      await sql`update quote_position set seq = 0`.execute(db);
    },
  };
}
