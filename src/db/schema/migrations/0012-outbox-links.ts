import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/**
 * The single-use link of an email: its secret is created when the email is passed to the mail server. Waiting emails that
 * already contain a secret are sent unchanged.
 */
export function outboxLinks(kind: Database['kind']): Migration {
  return {
    up: async (db: Tx) => {
      await sql.raw(bytewise(kind, `alter table outbox add column link_hash text`)).execute(db);
    },
  };
}
