import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** The articles that lead the home page, in the order of `place`; `until_day` is the last day of each, null without an end. */
export function frontPage(kind: Database['kind']): Migration {
  const table = `create table front_page (
    article_id text primary key, place integer not null, until_day text ${tableEnd(kind)}`;
  return {
    up: async (db: Tx) => {
      await sql.raw(bytewise(kind, table)).execute(db);
    },
  };
}
