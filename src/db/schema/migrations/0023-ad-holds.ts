import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** Days and sends that an order holds for a while before it is booked. A hold counts until the end of its day `until`. */
export function adHolds(kind: Database['kind']): Migration {
  const statements = [
    `create table ad_hold (
      place text not null, day text not null, order_id text not null references ad_order (id), until text not null,
      primary key (place, day) ${tableEnd(kind)}`,
    `create index ad_hold_order on ad_hold (order_id)`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
