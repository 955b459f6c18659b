import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '../../database.ts';
import { bytewise } from '../dialect.ts';

/**
 * Which link for one use an email carries: its secret is made when the email is handed to the mail server. What waits with a
 * secret in its text is left to be sent.
 */
export function outboxLinks(kind: Database['kind']): Migration {
  return {
    up: async (db: Tx) => {
      await sql.raw(bytewise(kind, `alter table outbox add column link_hash text`)).execute(db);
    },
  };
}
