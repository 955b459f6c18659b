import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** The tag that a tag was merged into: revisions never change, so they keep the id of the old tag. */
export function mergedTags(kind: Database['kind']): Migration {
  return {
    up: async (db: Tx) => {
      await sql.raw(bytewise(kind, `alter table tag add column merged_into text`)).execute(db);
    },
  };
}
