import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** Addresses of other sites that learn of each change, and what became of the latest deliveries to them. */
export function integrations(kind: Database['kind']): Migration {
  const whole = kind === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `create table integration (
      id text primary key, kind text not null, address text not null unique, base_url text not null, note text not null,
      created_at text not null,
      secrets text not null, sign_key text, after_seq ${whole} not null, tries integer not null, due_at text not null,
      failing_since text, trouble text, off_at text, off_because text, holder text, held_until text
      ${tableEnd(kind)}`,
    `create table integration_delivery (
      seq ${serialKey(kind)}, integration_id text not null, message_id text not null, change_seq ${whole},
      type text not null, at text not null, took integer not null, status integer, trouble text, answer text
      ${tableEnd(kind)}`,
    'create index integration_delivery_of on integration_delivery (integration_id, seq)',
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
