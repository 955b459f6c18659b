import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/**
 * People who sell ads and see no articles. Their row keeps the role `writer`, the one with the fewest rights, so that a release
 * that does not know the column gives them no more.
 */
export function adSales(kind: Database['kind']): Migration {
  return {
    up: async (db: Tx) => {
      const column = `alter table editor add column sells_ads integer not null default 0 check (sells_ads in (0, 1))`;
      await sql.raw(bytewise(kind, column)).execute(db);
    },
  };
}
