import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/** The address that a picture had on another site leads to the picture here, while its article is live. */
export function oldPictures(): Migration {
  return {
    up: async (db: Tx) => {
      await sql`alter table old_address add column picture_id text`.execute(db);
    },
  };
}
