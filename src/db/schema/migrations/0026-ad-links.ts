import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** Links by which an advertiser without an account sees one order and sends its files. */
export function adLinks(kind: Database['kind']): Migration {
  const statements = [
    `create table ad_link (
      id text primary key, order_id text not null references ad_order (id), link_hash text not null unique,
      made_at text not null, made_by_name text not null, expires_at text not null, revoked_at text, seen_at text
      ${tableEnd(kind)}`,
    `create unique index ad_link_open on ad_link (order_id) where revoked_at is null`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
