import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, serialKey, tableEnd } from '#db/schema/dialect.ts';

const SOURCES = `source in ('mailbox', 'ses', 'postmark', 'webhook', 'smtp')`;

/** Refusals of addresses by the mail server, while a brief is sent, are reports too. */
export function bouncesAtSmtp(kind: Database['kind']): Migration {
  const statements =
    kind === 'postgres'
      ? [
          'alter table bounce drop constraint bounce_source_check',
          `alter table bounce add constraint bounce_source_check check (${SOURCES})`,
        ]
      : [
          `create table bounce_new (
            seq ${serialKey(kind)}, subscriber_id text not null references subscriber (id), brief_day text,
            kind text not null check (kind in ('hard', 'soft', 'policy', 'complaint')), code text,
            source text not null check (${SOURCES}), report_key text not null unique, at text not null ${tableEnd(kind)}`,
          `insert into bounce_new select seq, subscriber_id, brief_day, kind, code, source, report_key, at from bounce`,
          'drop table bounce',
          'alter table bounce_new rename to bounce',
          'create index bounce_of on bounce (subscriber_id, seq)',
        ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
