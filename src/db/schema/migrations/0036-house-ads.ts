import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** Ads of the magazine itself, for places that no advertiser has bought. */
export function houseAds(kind: Database['kind']): Migration {
  const statements = [
    `create table house_ad (
      id text primary key, place text not null, hash text not null, files text not null, alt text not null, url text not null,
      shown_day text not null, added_at text not null, added_by_name text not null, removed_at text
      ${tableEnd(kind)}`,
    `create index house_ad_of on house_ad (place) where removed_at is null`,
    `create index house_ad_by_hash on house_ad (hash)`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
