import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** Imports from other systems: runs, their items, what was lost, and the old addresses that redirect. */
export function imports(kind: Database['kind']): Migration {
  const statements = [
    `create table import_run (
      id text primary key, source text not null, file_name text not null, path text not null, format text not null,
      file_hash text not null, state text not null, plan text not null, found integer not null, done integer not null,
      trouble text, made_at text not null, made_by_kind text not null, made_by_id text not null,
      made_by_name text not null, started_at text, ended_at text, busy integer unique check (busy = 1), holder text,
      held_until text ${tableEnd(kind)}`,
    `create table import_item (
      run_id text not null, source_id text not null, place integer not null, source text not null, kind text not null,
      title text not null, hash text not null, decision text not null, section text, slug text, expected text not null,
      outcome text, why text, report text not null, article_id text,
      primary key (run_id, source_id) ${tableEnd(kind)}`,
    'create index import_item_place on import_item (run_id, place)',
    'create index import_item_source on import_item (source, source_id)',
    'create index import_item_article on import_item (article_id)',
    `create table lost_place (
      run_id text not null, source_id text not null, number integer not null, kind text not null, address text not null,
      article_id text not null, block_id text, primary key (run_id, source_id, number) ${tableEnd(kind)}`,
    `create table old_address (
      path text primary key, article_id text, target text, run_id text, added_at text not null,
      check ((article_id is null) <> (target is null)) ${tableEnd(kind)}`,
    'create index old_address_article on old_address (article_id)',
    'create index old_address_target on old_address (target)',
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
