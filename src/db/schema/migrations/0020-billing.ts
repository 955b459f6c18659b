import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/** The billing details of advertisers: address, tax number, and why no tax is charged. */
export function billing(): Migration {
  return {
    up: async (db: Tx) => {
      for (const column of ['billing_address', 'tax_number', 'tax_exempt'])
        await sql.raw(`alter table advertiser add column ${column} text not null default ''`).execute(db);
    },
  };
}
