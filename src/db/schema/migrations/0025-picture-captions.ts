import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/** The caption of an article's picture, for each revision. */
export function pictureCaptions(): Migration {
  return {
    up: async (tx: Tx) => {
      await sql`alter table revision add column picture_caption text`.execute(tx);
    },
  };
}
