import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** Exports that chiefs asked for on the page *Export*. */
export function exportJobs(kind: Database['kind']): Migration {
  const whole = kind === 'sqlite' ? 'integer' : 'bigint';
  const table = `create table export_job (
      id text primary key, asked_by_id text not null, asked_by_name text not null, asked_at text not null,
      what text not null, state text not null, holder text, held_until text, done integer not null,
      whole integer not null, folder text not null, parts integer not null, bytes ${whole} not null,
      hash text, ends_at text, trouble text
      ${tableEnd(kind)}`;
  return {
    up: async (db: Tx) => {
      await sql.raw(bytewise(kind, table)).execute(db);
      await sql.raw('create index export_job_state on export_job (state, asked_at)').execute(db);
    },
  };
}
