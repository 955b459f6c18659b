import type { Database } from '#db/database.ts';
import { appendOnly, appendOnlyOutsideBin, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** Work on drafts: review, comments, working copies, previews; figures with their settlements and evidence. */
export function newsroomTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  const serial = serialKey(kind);
  return [
    `create table review (
      seq ${serial}, article_id text not null references article (id), revision integer not null,
      state text not null check (state in ('in_review', 'changes_requested', 'approved', 'taken_back')),
      note text, by_id text not null, by_name text not null, at text not null ${end}`,
    `create index review_article on review (article_id, seq)`,
    ...appendOnlyOutsideBin(kind, 'review', 'seq'),

    `create table comment (
      id text primary key, article_id text not null references article (id), revision integer not null,
      block_id text, passage text, occurrence integer, text text not null,
      reply_to text references comment (id), by_kind text not null, by_id text not null, by_name text not null,
      at text not null, resolved_at text, resolved_by text, resolved_revision integer,
      mentions text not null default '[]', suggestion text,
      verdict text check (verdict in ('accepted', 'refused')) ${end}`,
    `create index comment_article on comment (article_id, at)`,
    `create index comment_mentions on comment (at) where mentions <> '[]'`,

    `create table working_copy (
      article_id text not null references article (id), editor_id text not null references editor (id),
      base_revision integer not null, copy text not null, started_at text not null, saved_at text not null,
      number integer not null default 1, post_id text not null default '',
      primary key (article_id, editor_id) ${end}`,

    `create table preview_link (
      id text primary key, token_hash text not null unique, article_id text not null references article (id),
      revision integer not null, label text not null, created_by text not null references editor (id),
      created_at text not null, expires_at text not null, revoked_at text, seen_at text,
      follows_latest integer not null default 0 ${end}`,
    `create index preview_link_article on preview_link (article_id, created_at)`,

    `create table presence (
      id text primary key, article_id text not null, editor_id text not null,
      is_writing integer not null check (is_writing in (0, 1)), since text not null,
      seen_at text not null, block_id text, before_cursor text ${end}`,
    `create index presence_in on presence (article_id)`,

    `create table idempotency (
      principal text not null, key text not null, body_hash text not null, answer text not null,
      created_at text not null, primary key (principal, key) ${end}`,
    `create index idempotency_age on idempotency (created_at)`,

    `create table settlement (
      id text primary key, article_id text not null references article (id), anchor text not null,
      field text not null, block_id text, block_turn integer, text text not null, occurrence integer not null,
      sentence_hash text not null,
      kind text not null check (kind in ('sourced', 'computed', 'quoted', 'exempt', 'signed')),
      detail text not null, source_url text, proposed_by_kind text not null, proposed_by_id text not null,
      proposed_by_name text not null, proposed_at text not null, proposed_revision integer not null,
      confirmed_by_id text, confirmed_by_name text, confirmed_at text, refused_at text, refused_by text,
      replaced_at text, look_again text, undone_at text, undone_by_role text, undone_because text ${end}`,
    `create unique index settlement_settled on settlement (article_id, anchor)
      where confirmed_at is not null and replaced_at is null`,
    `create index settlement_article on settlement (article_id, proposed_at)`,
    `create index settlement_source on settlement (source_url) where source_url is not null and replaced_at is null`,
    `create index settlement_look_again on settlement (article_id)
      where look_again is not null and replaced_at is null`,
    `create index settlement_undone on settlement (article_id, undone_at) where undone_at is not null`,

    `create table evidence (
      seq ${serial}, article_id text not null references article (id), revision integer not null,
      at text not null, figures text not null, counts text not null ${end}`,
    `create index evidence_article on evidence (article_id, revision, seq)`,
    ...appendOnly(kind, 'evidence', 'seq'),

    `create table gate_override (
      seq ${serial}, article_id text not null references article (id), revision integer not null,
      code text not null, path text not null, anchor text, by_id text not null, by_name text not null,
      reason text not null, at text not null ${end}`,
    `create index gate_override_revision on gate_override (article_id, revision)`,
    ...appendOnlyOutsideBin(kind, 'gate_override', 'seq'),

    `create table source_look (
      url text primary key, asked_at text not null, status integer, trouble text, changed_at text, hash text,
      tries integer not null default 0 ${end}`,
    `create index source_look_asked on source_look (asked_at)`,
  ];
}
