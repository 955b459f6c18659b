import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** The addresses that tags had before they were renamed: these lead to the present ones. */
export function tagAddresses(kind: Database['kind']): Migration {
  const table = `create table tag_address (slug text primary key, tag_id text not null ${tableEnd(kind)}`;
  return {
    up: async (db: Tx) => {
      await sql.raw(bytewise(kind, table)).execute(db);
    },
  };
}
