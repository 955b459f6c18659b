import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, serialKey, tableEnd } from '#db/schema/dialect.ts';

/**
 * Subscribers of the Field Brief, what happened to each, suppressed addresses, links in emails to subscribers, and what limits
 * count. `subscriber` alone holds addresses; every other table holds hashes.
 */
export function subscribers(kind: Database['kind']): Migration {
  const end = tableEnd(kind);
  const statements = [
    `create table subscriber (
      id text primary key, address text, address_key text unique, token_hash text unique,
      state text not null check (state in ('pending', 'confirmed', 'unsubscribed', 'suppressed', 'erased')),
      reason text not null, note text, weekly integer not null default 1, wants text not null,
      origin text not null check (origin in ('form', 'import')), consent text,
      created_at text not null, asked_at text, asked_from text, confirmed_at text, unsubscribed_at text ${end}`,
    `create index subscriber_created on subscriber (created_at, id)`,
    `create index subscriber_state on subscriber (state, id)`,
    `create index subscriber_waiting on subscriber (created_at, id) where state = 'pending' and asked_at is null`,
    `create table suppression (
      address_hmac text primary key, since text not null,
      reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'asked')) ${end}`,
    `create table subscriber_event (
      seq ${serialKey(kind)}, subscriber_id text not null references subscriber (id), at text not null,
      was text, state text not null, reason text not null, note text, by_name text ${end}`,
    `create index subscriber_event_of on subscriber_event (subscriber_id, seq)`,
    `create index subscriber_event_at on subscriber_event (at)`,
    `create table subscriber_link (
      link_hash text primary key, subscriber_id text not null references subscriber (id),
      purpose text not null check (purpose in ('confirm', 'erase')), created_at text not null, expires_at text not null ${end}`,
    `create index subscriber_link_of on subscriber_link (subscriber_id, purpose)`,
    `create table subscriber_email (
      id text primary key, address_hmac text not null, domain_hmac text not null,
      purpose text not null check (purpose in ('confirm', 'erase', 'import')), at text not null ${end}`,
    `create index subscriber_email_at on subscriber_email (purpose, at)`,
    `create index subscriber_email_address on subscriber_email (address_hmac, at)`,
    `create index subscriber_email_domain on subscriber_email (domain_hmac, at)`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
