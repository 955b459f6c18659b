import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { appendOnly, bytewise, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** Tables of the newsroom: review, comments, schedules, working copies, mail, people's second factors, grants. */
export function newsroom(kind: Database['kind']): Migration {
  const serial = serialKey(kind);
  const end = tableEnd(kind);
  const statements = [
    ...added('article', [
      `review_state text check (review_state in ('in_review', 'changes_requested', 'approved'))`,
      'review_revision integer',
      'assignee_id text references editor (id)',
      'due_on text',
      'scheduled_for text',
      'scheduled_revision integer',
      'scheduled_by text references editor (id)',
      'scheduled_no_correction text',
      'schedule_trouble text',
      'unpublish_reason text',
      'gate_blocks integer',
      'gate_warns integer',
    ]),
    `create index article_stage on article ((${STAGE}), (${CHANGED_AT}) desc, id desc)`,
    `create index article_due on article (due_on) where due_on is not null`,
    `create index article_created on article (created_at)`,
    `create index article_gate_unseen on article (id) where gate_blocks is null`,
    `create index publication_log_at on publication_log (at)`,
    `create index publication_log_article on publication_log (article_id)`,
    `create index article_scheduled on article (scheduled_for) where scheduled_for is not null`,
    `create index article_assignee on article (assignee_id) where assignee_id is not null`,
    `create table review (
      seq ${serial}, article_id text not null references article (id), revision integer not null,
      state text not null check (state in ('in_review', 'changes_requested', 'approved', 'taken_back')),
      note text, by_id text not null, by_name text not null, at text not null ${end}`,
    `create index review_article on review (article_id, seq)`,
    `create table comment (
      id text primary key, article_id text not null references article (id), revision integer not null,
      block_id text, passage text, occurrence integer, text text not null, reply_to text references comment (id),
      by_kind text not null, by_id text not null, by_name text not null, at text not null,
      resolved_at text, resolved_by text, resolved_revision integer ${end}`,
    `create index comment_article on comment (article_id, at)`,
    `create table working_copy (
      article_id text not null references article (id), editor_id text not null references editor (id),
      base_revision integer not null, copy text not null, started_at text not null, saved_at text not null,
      primary key (article_id, editor_id) ${end}`,
    `create table preview_link (
      id text primary key, token_hash text not null unique, article_id text not null references article (id),
      revision integer not null, label text not null, created_by text not null references editor (id),
      created_at text not null, expires_at text not null, revoked_at text, seen_at text ${end}`,
    `create index preview_link_article on preview_link (article_id, created_at)`,

    `create table outbox (
      id text primary key, about text not null, recipient text, subject text not null, text text,
      created_at text not null, due_at text not null, tries integer not null default 0, trouble text, sent_at text,
      given_up_at text ${end}`,
    `create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null`,
    `create index outbox_created on outbox (created_at, id)`,

    ...added('editor', ['standing_since text']),
    ...added('one_time_link', ['editor_id text references editor (id)', 'detail text']),
    `create index one_time_link_editor on one_time_link (editor_id) where editor_id is not null`,
    ...added('session', ['second_factor_at text']),
    `create table totp (
      editor_id text primary key references editor (id), sealed_secret text not null, created_at text not null,
      confirmed_at text, last_step integer ${end}`,
    `create table passkey (
      id text primary key, editor_id text not null references editor (id), public_key text not null,
      counter integer not null, transports text not null, name text not null, created_at text not null, used_at text ${end}`,
    `create index passkey_editor on passkey (editor_id)`,
    `create table recovery_code (
      editor_id text not null references editor (id), code_hash text not null, used_at text,
      primary key (editor_id, code_hash) ${end}`,
    `create table challenge (
      id text primary key, editor_id text references editor (id), purpose text not null, challenge text not null,
      expires_at text not null, tries integer not null default 0 ${end}`,

    ...added('claim', ['desks text', 'draft_only integer not null default 0', 'renew_until text', 'ended_at text']),
    `create index claim_decided on claim (decided_at, id) where decided_at is not null`,
    `create index access_token_alive on access_token (expires_at)`,
    `create table agent_call (
      seq ${serial}, claim_id text not null references claim (id), at text not null, name text not null,
      article_id text, outcome text not null ${end}`,
    `create index agent_call_claim on agent_call (claim_id, seq)`,

    ...added('picture', [
      `licence text not null default ''`,
      `source text not null default ''`,
      'ends_on text',
      'is_ai_made integer not null default 0',
      'focal_x integer not null default 50',
      'focal_y integer not null default 50',
      'changed_at text',
    ]),
    `create index revision_hero on revision (hero_asset_id) where hero_asset_id is not null`,

    `create index journal_actor on journal (actor_id, seq)`,
    `create index journal_act on journal (act, seq)`,
    `create index journal_at on journal (at)`,

    ...['review'].flatMap((table) => appendOnly(kind, table)),
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}

/** Indexes the stage and the last change of an article, by the exact expressions of article/model/stage.ts. */
const STAGE = `case
  when scheduled_for is not null or schedule_trouble is not null then 'scheduled'
  when live_revision = latest_revision then 'published'
  when review_state is not null and review_revision > coalesce(live_revision, -1)
    then case when review_revision = latest_revision then review_state else 'in_review' end
  when live_revision is not null then 'changed'
  when published_at is null then 'draft'
  else 'unpublished' end`;
const CHANGED_AT = `case when modified_at > updated_at then modified_at else updated_at end`;

function added(table: string, columns: string[]): string[] {
  return columns.map((column) => `alter table ${table} add column ${column}`);
}
