import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** What chiefs set about the site, each value as JSON. The address that readers write to moves here. */
export function siteSettings(kind: Database['kind']): Migration {
  const table = `create table site_setting (name text primary key, value text not null ${tableEnd(kind)}`;
  return {
    up: async (db: Tx) => {
      await sql.raw(bytewise(kind, table)).execute(db);
      const contact = await db.selectFrom('setting').select('value').where('name', '=', 'contact').executeTakeFirst();
      if (!contact) return;
      await db
        .insertInto('site_setting')
        .values({ name: 'contact', value: JSON.stringify(contact.value) })
        .execute();
      await db.deleteFrom('setting').where('name', '=', 'contact').execute();
    },
  };
}
