import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** What mail servers and mail services reported about deliveries of the Field Brief, one row for each report. */
export function bounces(kind: Database['kind']): Migration {
  const statements = [
    `create table bounce (
      seq ${serialKey(kind)}, subscriber_id text not null references subscriber (id), brief_day text,
      kind text not null check (kind in ('hard', 'soft', 'policy', 'complaint')), code text,
      source text not null check (source in ('mailbox', 'ses', 'postmark', 'webhook')), report_key text not null unique,
      at text not null ${tableEnd(kind)}`,
    `create index bounce_of on bounce (subscriber_id, seq)`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
