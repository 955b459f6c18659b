import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Deletes the data of WebSub, IndexNow and cache purges. Only webhooks remain, so the column `kind` is dropped. */
export function webhooksAlone(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await sql`delete from integration_delivery where integration_id in ('websub', 'indexnow')`.execute(db);
      await sql`delete from integration where kind <> 'webhook'`.execute(db);
      await sql`delete from setting where name like 'purge %'`.execute(db);
      await db.schema.alterTable('integration').dropColumn('kind').execute();
    },
  };
}
