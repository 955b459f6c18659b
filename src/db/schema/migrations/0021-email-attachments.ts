import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** The document that is attached to an email, by its name: the file is read when the email is sent. */
export function emailAttachments(kind: Database['kind']): Migration {
  return {
    up: async (db: Tx) => {
      await sql.raw(bytewise(kind, `alter table outbox add column attachment text`)).execute(db);
    },
  };
}
