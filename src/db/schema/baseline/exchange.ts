import type { Database } from '#db/database.ts';
import { serialKey, tableEnd, wholeNumber } from '#db/schema/dialect.ts';

/** Integrations, imports, old addresses and exports. */
export function exchangeTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  const serial = serialKey(kind);
  const whole = wholeNumber(kind);
  return [
    `create table integration (
      id text primary key, kind text not null, address text not null unique, base_url text not null,
      note text not null, created_at text not null, secrets text not null, sign_key text,
      after_seq ${whole} not null, tries integer not null, due_at text not null, failing_since text,
      trouble text, off_at text, off_because text ${end}`,

    `create table integration_delivery (
      seq ${serial}, integration_id text not null, message_id text not null, change_seq ${whole},
      type text not null, at text not null, took integer not null, status integer, trouble text,
      answer text ${end}`,
    `create index integration_delivery_of on integration_delivery (integration_id, seq)`,

    `create table import_run (
      id text primary key, source text not null, file_name text not null, path text not null,
      format text not null, file_hash text not null, state text not null, plan text not null,
      found integer not null, done integer not null, trouble text, made_at text not null,
      made_by_kind text not null, made_by_id text not null, made_by_name text not null, started_at text,
      ended_at text, archive_reason text, archive_by text, restore_reason text, restore_by text ${end}`,

    `create table import_item (
      run_id text not null, source_id text not null, place integer not null, source text not null,
      kind text not null, title text not null, hash text not null, decision text not null, section text,
      slug text, expected text not null, outcome text, why text, report text not null, article_id text,
      primary key (run_id, source_id) ${end}`,
    `create index import_item_place on import_item (run_id, place)`,
    `create index import_item_source on import_item (source, source_id)`,
    `create index import_item_article on import_item (article_id)`,

    `create table lost_place (
      run_id text not null, source_id text not null, number integer not null, kind text not null,
      address text not null, article_id text not null, block_id text,
      primary key (run_id, source_id, number) ${end}`,

    `create table old_address (
      path text primary key, article_id text, target text, run_id text, added_at text not null,
      picture_id text, check ((article_id is null) <> (target is null)) ${end}`,
    `create index old_address_article on old_address (article_id)`,
    `create index old_address_target on old_address (target)`,

    `create table export_job (
      id text primary key, asked_by_id text not null, asked_by_name text not null, asked_at text not null,
      what text not null, state text not null, done integer not null,
      whole integer not null, folder text not null, parts integer not null, bytes ${whole} not null, hash text,
      ends_at text, trouble text ${end}`,
    `create index export_job_state on export_job (state, asked_at)`,
  ];
}
