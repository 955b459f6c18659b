import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** Series of articles, and the place of each article in its series. */
export function series(kind: Database['kind']): Migration {
  const statements = [
    `create table series (
      id text primary key, slug text not null unique, name text not null, description text not null, created_at text not null
      ${tableEnd(kind)}`,
    `create table series_part (article_id text primary key, series_id text not null, place integer not null ${tableEnd(kind)}`,
    'create index series_part_of on series_part (series_id, place)',
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
