import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** Insertion orders that an advertiser accepts by a link. An order has at most one that is neither accepted nor withdrawn. */
export function insertionOrders(kind: Database['kind']): Migration {
  const end = tableEnd(kind);
  const statements = [
    `create table insertion_order_series (year integer primary key, last integer not null ${end}`,
    `create table insertion_order (
      number text primary key, year integer not null, nth integer not null, order_id text not null references ad_order (id),
      made_at text not null, made_by_name text not null, document text not null, cents integer not null check (cents >= 0),
      pdf_hash text, link_hash text not null unique, expires_at text not null, accepted_at text, accepted_name text,
      withdrawn_at text, withdrawn_reason text, unique (year, nth),
      check ((accepted_at is null) = (accepted_name is null)), check (accepted_at is null or pdf_hash is not null),
      check ((withdrawn_at is null) = (withdrawn_reason is null)), check (accepted_at is null or withdrawn_at is null) ${end}`,
    `create index insertion_order_of on insertion_order (order_id)`,
    `create unique index insertion_order_open on insertion_order (order_id) where accepted_at is null and withdrawn_at is null`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
