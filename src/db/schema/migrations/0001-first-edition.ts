import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '#db/database.ts';
import { appendOnly, bytewise, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** The tables of the first release. */
export function firstEdition(kind: Database['kind']): Migration {
  const serial = serialKey(kind);
  const end = tableEnd(kind);
  const statements = [
    `create table setting (name text primary key, value text not null ${end}`,

    `create table editor (
      id text primary key, email text not null unique, name text not null,
      role text not null check (role in ('chief', 'editor', 'writer')),
      password_hash text, created_at text not null, disabled_at text ${end}`,
    `create table session (
      id text primary key, token_hash text not null unique, editor_id text not null references editor (id),
      address text not null, browser text not null, created_at text not null, seen_at text not null,
      expires_at text not null ${end}`,
    `create index session_editor on session (editor_id)`,
    `create table one_time_link (
      token_hash text primary key, purpose text not null, created_at text not null, expires_at text not null, used_at text ${end}`,
    `create table author (id text primary key, slug text not null unique, name text not null, created_at text not null ${end}`,
    `create table tag (id text primary key, slug text not null unique, name text not null, created_at text not null ${end}`,

    `create table article (
      id text primary key, owner_id text references editor (id), desk text not null, slug text not null,
      latest_revision integer not null, live_revision integer, live_desk text, live_slug text,
      published_at text, modified_at text, correction_seq integer, created_at text not null, updated_at text not null,
      check ((live_revision is null) = (live_desk is null) and (live_revision is null) = (live_slug is null)),
      check (live_revision is null or published_at is not null) ${end}`,
    `create index article_live on article (published_at desc, id desc) where live_revision is not null`,
    `create index article_live_desk on article (live_desk, published_at desc, id desc) where live_revision is not null`,
    `create index article_live_modified on article (modified_at, id) where live_revision is not null`,
    `create unique index article_live_address on article (live_desk, live_slug) where live_revision is not null`,
    `create index article_updated on article (updated_at desc, id desc)`,
    `create index article_owner on article (owner_id, updated_at desc, id desc)`,
    `create table revision (
      article_id text not null references article (id), number integer not null, desk text not null, slug text not null,
      headline text not null, dek text not null, body_blocks text not null, sources text not null, author_id text,
      correction_note text, hero_asset_id text, sponsorship_disclosure text, tag_ids text not null, editorial_packet text,
      saved_at text not null, saved_by_kind text not null, saved_by_id text not null, saved_by_name text not null,
      claim_id text, primary key (article_id, number) ${end}`,
    `create index revision_claim on revision (claim_id, saved_at) where claim_id is not null`,
    `create table address (
      desk text not null, slug text not null, article_id text not null references article (id),
      was_live integer not null, primary key (desk, slug) ${end}`,
    `create index address_article on address (article_id)`,
    `create table correction (
      seq ${serial}, article_id text not null references article (id), revision integer not null,
      note text not null, at text not null ${end}`,
    `create index correction_article on correction (article_id, seq)`,

    `create table publication_log (
      seq ${serial}, at text not null, act text not null, article_id text not null, desk text not null,
      slug text not null, revision integer ${end}`,
    `create table journal (
      seq ${serial}, at text not null, actor_kind text not null, actor_id text not null, actor_name text not null,
      act text not null, subject_kind text not null, subject_id text not null, revision integer, detail text,
      previous_hash text not null, hash text not null ${end}`,
    `create index journal_subject on journal (subject_kind, subject_id, seq)`,
    `create table idempotency (
      principal text not null, key text not null, body_hash text not null, answer text not null,
      created_at text not null, primary key (principal, key) ${end}`,
    `create index idempotency_age on idempotency (created_at)`,

    `create table claim (
      id text primary key, claim_token_hash text not null unique, user_code_hmac text not null,
      status text not null check (status in ('pending', 'claimed', 'redeemed', 'denied')),
      login_hint text, address text not null, program text not null, created_at text not null, expires_at text not null,
      last_polled_at text, decided_by text references editor (id), decided_at text, redeemed_at text ${end}`,
    `create index claim_code on claim (user_code_hmac, expires_at)`,
    `create index claim_alive on claim (status, expires_at)`,
    `create table access_token (
      id text primary key, token_hash text not null unique, claim_id text not null references claim (id),
      editor_id text not null references editor (id), scopes text not null, resource text not null,
      created_at text not null, expires_at text not null, used_at text, revoked_at text ${end}`,
    `create index access_token_editor on access_token (editor_id, expires_at)`,
    `create index access_token_claim on access_token (claim_id)`,

    ...['revision', 'correction', 'publication_log', 'journal'].flatMap((table) => appendOnly(kind, table)),
  ];
  return {
    up: async (db) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
