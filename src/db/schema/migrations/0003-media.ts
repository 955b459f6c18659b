import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** The pictures of the media library; their files are in the file store, under their hash. */
export function media(kind: Database['kind']): Migration {
  const statements = [
    `create table picture (
      id text primary key, hash text not null unique, width integer not null, height integer not null,
      title text not null, alt text not null, credit text not null, added_at text not null,
      added_by_kind text not null, added_by_id text not null, added_by_name text not null ${tableEnd(kind)}`,
    `create index picture_newest on picture (added_at desc, id desc)`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
