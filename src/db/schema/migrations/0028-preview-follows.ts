import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/** Preview links that show the latest revision, also after later saves. */
export const previewFollows: Migration = {
  up: async (db: Tx) => {
    await sql.raw('alter table preview_link add column follows_latest integer not null default 0').execute(db);
  },
};
