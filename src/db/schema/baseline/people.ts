import type { Database } from '#db/database.ts';
import { tableEnd } from '#db/schema/dialect.ts';

/** Accounts of the newsroom, how they sign in, and the settings of the site. */
export function peopleTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  return [
    `create table setting (name text primary key, value text not null ${end}`,

    `create table job (
      kind text not null, key text not null, holder text, held_until text not null, tries integer not null,
      primary key (kind, key) ${end}`,

    `create table site_setting (name text primary key, value text not null ${end}`,

    `create table editor (
      id text primary key, email text not null unique, name text not null,
      role text not null check (role in ('chief', 'editor', 'writer')), password_hash text,
      created_at text not null, disabled_at text, standing_since text,
      sells_ads integer not null default 0 check (sells_ads in (0, 1)), time_zone text ${end}`,

    `create table session (
      id text primary key, token_hash text not null unique, editor_id text not null references editor (id),
      address text not null, browser text not null, created_at text not null, seen_at text not null,
      expires_at text not null, second_factor_at text, remembered integer not null default 0,
      confirmed_at text ${end}`,
    `create index session_editor on session (editor_id)`,

    `create table one_time_link (
      token_hash text primary key, purpose text not null, created_at text not null, expires_at text not null,
      used_at text, editor_id text references editor (id), detail text ${end}`,
    `create index one_time_link_editor on one_time_link (editor_id) where editor_id is not null`,

    `create table totp (
      editor_id text primary key references editor (id), sealed_secret text not null, created_at text not null,
      confirmed_at text, last_step integer ${end}`,

    `create table passkey (
      id text primary key, editor_id text not null references editor (id), public_key text not null,
      counter integer not null, transports text not null, name text not null, created_at text not null,
      used_at text ${end}`,
    `create index passkey_editor on passkey (editor_id)`,

    `create table recovery_code (
      editor_id text not null references editor (id), code_hash text not null, used_at text,
      primary key (editor_id, code_hash) ${end}`,

    `create table challenge (
      id text primary key, editor_id text references editor (id), purpose text not null,
      challenge text not null, expires_at text not null, tries integer not null default 0 ${end}`,
  ];
}
