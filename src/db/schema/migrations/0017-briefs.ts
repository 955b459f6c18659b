import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { appendOnly, bytewise, refuseReplace, tableEnd } from '#db/schema/dialect.ts';

/** Issues of the Field Brief, their revisions, how their numbers are settled, and emails with an HTML part. */
export function briefs(kind: Database['kind']): Migration {
  const end = tableEnd(kind);
  const statements = [
    `create table brief (
      day text primary key, number integer not null unique, state text not null, latest_revision integer not null,
      approved_revision integer, approved_at text, approved_by_id text, approved_by_name text,
      due_wall text, due_zone text, due_at text, scheduled_by_id text, scheduled_by_name text, problem text,
      opened_at text not null, changed_at text not null, sent_at text,
      check ((approved_revision is null) = (approved_by_id is null)),
      check ((due_wall is null) = (due_at is null)), check ((due_zone is null) = (due_at is null)),
      check ((state = 'sent') = (sent_at is not null)) ${end}`,
    `create index brief_sent on brief (sent_at) where sent_at is not null`,
    `create table brief_revision (
      brief_day text not null references brief (day), number integer not null, subject text not null,
      intro text not null, stories text not null, corrections text not null, sources text not null, sponsor text,
      saved_at text not null, saved_by_kind text not null, saved_by_id text not null, saved_by_name text not null,
      primary key (brief_day, number) ${end}`,
    ...appendOnly(kind, 'brief_revision'),
    `create table brief_settlement (
      id text primary key, brief_day text not null references brief (day), anchor text not null, text text not null,
      kind text not null check (kind in ('sourced', 'computed', 'quoted', 'exempt', 'signed')), detail text not null,
      settled_revision integer not null, settled_at text not null, settled_by_id text not null,
      settled_by_name text not null, replaced_at text ${end}`,
    `create unique index brief_settlement_current on brief_settlement (brief_day, anchor) where replaced_at is null`,
    // The HTML part of an email, beside its plain text.
    `alter table outbox add column html text`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
      await refuseReplace(kind, db, 'brief_revision');
    },
  };
}
