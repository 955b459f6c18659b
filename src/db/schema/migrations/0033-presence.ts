import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** Who has an article open in a browser. */
export function presence(kind: Database['kind']): Migration {
  const statements = [
    `create table presence (
      id text primary key, article_id text not null, editor_id text not null, is_writing integer not null check (is_writing in (0, 1)),
      since text not null, seen_at text not null ${tableEnd(kind)}`,
    `create index presence_in on presence (article_id)`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
