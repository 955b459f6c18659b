import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { appendOnly, bytewise, refuseReplace, tableEnd } from '#db/schema/dialect.ts';

/** A signed record of each published revision, and the keys that sign records. */
export function signedRecords(kind: Database['kind']): Migration {
  const statements = [
    `create table signed_record (
      number integer primary key, log_seq integer not null, article_id text not null, revision integer not null, at text not null,
      document text not null, hash text not null, chain text not null, unique (article_id, revision) ${tableEnd(kind)}`,
    `create table record_key (
      number integer primary key, kid text not null unique, x text not null, made_at text not null, statement text not null,
      sealed text ${tableEnd(kind)}`,
    ...appendOnly(kind, 'signed_record'),
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
      await refuseReplace(kind, db, 'signed_record');
    },
  };
}
