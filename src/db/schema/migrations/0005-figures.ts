import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { appendOnly, bytewise, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** Settlements of figures (proposed and confirmed), the evidence that readers see, and gate overrides of chiefs. */
export function figures(kind: Database['kind']): Migration {
  const serial = serialKey(kind);
  const end = tableEnd(kind);
  const statements = [
    `create table settlement (
      id text primary key, article_id text not null references article (id), anchor text not null,
      field text not null, block_id text, block_turn integer, text text not null, occurrence integer not null,
      sentence_hash text not null, kind text not null
        check (kind in ('sourced', 'computed', 'quoted', 'exempt', 'signed')),
      detail text not null, source_url text,
      proposed_by_kind text not null, proposed_by_id text not null, proposed_by_name text not null,
      proposed_at text not null, proposed_revision integer not null,
      confirmed_by_id text, confirmed_by_name text, confirmed_at text,
      refused_at text, refused_by text, replaced_at text, look_again text ${end}`,
    `create unique index settlement_settled on settlement (article_id, anchor)
      where confirmed_at is not null and replaced_at is null`,
    `create index settlement_article on settlement (article_id, proposed_at)`,
    `create index settlement_source on settlement (source_url) where source_url is not null and replaced_at is null`,
    `create index settlement_look_again on settlement (article_id) where look_again is not null and replaced_at is null`,
    `create table evidence (
      seq ${serial}, article_id text not null references article (id), revision integer not null, at text not null,
      figures text not null, counts text not null ${end}`,
    `create index evidence_article on evidence (article_id, revision, seq)`,
    `create table gate_override (
      seq ${serial}, article_id text not null references article (id), revision integer not null, code text not null,
      path text not null, anchor text, by_id text not null, by_name text not null, reason text not null,
      at text not null ${end}`,
    `create index gate_override_revision on gate_override (article_id, revision)`,
    `create table source_look (
      url text primary key, asked_at text not null, status integer, trouble text, changed_at text, hash text,
      tries integer not null default 0 ${end}`,
    `create index source_look_asked on source_look (asked_at)`,
    ...['evidence', 'gate_override'].flatMap((table) => appendOnly(kind, table)),
    // Earlier gate counts did not include figures.
    `update article set gate_blocks = null, gate_warns = null`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
