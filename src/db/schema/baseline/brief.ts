import type { Database } from '#db/database.ts';
import { appendOnly, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** The Field Brief: subscribers, issues, sends and bounces; and the outbox of all emails. */
export function briefTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  const serial = serialKey(kind);
  return [
    `create table outbox (
      id text primary key, about text not null, recipient text, subject text not null, text text,
      created_at text not null, due_at text not null, tries integer not null default 0, trouble text,
      sent_at text, given_up_at text, order_id text references ad_order (id), link_hash text, html text,
      attachment text ${end}`,
    `create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null`,
    `create index outbox_created on outbox (created_at, id)`,
    `create index outbox_order on outbox (order_id) where order_id is not null`,

    `create table subscriber (
      id text primary key, address text, address_key text unique, token_hash text unique,
      state text not null check (state in ('pending', 'confirmed', 'unsubscribed', 'suppressed', 'erased')),
      reason text not null, note text, weekly integer not null default 1, wants text not null,
      origin text not null check (origin in ('form', 'import')), consent text, created_at text not null,
      asked_at text, asked_from text, confirmed_at text, unsubscribed_at text ${end}`,
    `create index subscriber_created on subscriber (created_at, id)`,
    `create index subscriber_state on subscriber (state, id)`,
    `create index subscriber_waiting on subscriber (created_at, id) where state = 'pending' and asked_at is null`,

    `create table suppression (
      address_hmac text primary key, since text not null,
      reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'asked')) ${end}`,

    `create table subscriber_event (
      seq ${serial}, subscriber_id text not null references subscriber (id), at text not null, was text,
      state text not null, reason text not null, note text, by_name text ${end}`,
    `create index subscriber_event_of on subscriber_event (subscriber_id, seq)`,
    `create index subscriber_event_at on subscriber_event (at)`,

    `create table subscriber_link (
      link_hash text primary key, subscriber_id text not null references subscriber (id),
      purpose text not null check (purpose in ('confirm', 'erase')), created_at text not null,
      expires_at text not null ${end}`,
    `create index subscriber_link_of on subscriber_link (subscriber_id, purpose)`,

    `create table subscriber_email (
      id text primary key, address_hmac text not null, domain_hmac text not null,
      purpose text not null check (purpose in ('confirm', 'erase', 'import')), at text not null ${end}`,
    `create index subscriber_email_at on subscriber_email (purpose, at)`,
    `create index subscriber_email_address on subscriber_email (address_hmac, at)`,
    `create index subscriber_email_domain on subscriber_email (domain_hmac, at)`,

    `create table brief (
      day text primary key, number integer not null unique, state text not null,
      latest_revision integer not null, approved_revision integer, approved_at text, approved_by_id text,
      approved_by_name text, due_wall text, due_zone text, due_at text, scheduled_by_id text,
      scheduled_by_name text, problem text, opened_at text not null, changed_at text not null, sent_at text,
      sending_at text, released_at text, base_url text,
      check ((approved_revision is null) = (approved_by_id is null)),
      check ((due_wall is null) = (due_at is null)), check ((due_zone is null) = (due_at is null)),
      check ((state = 'sent') = (sent_at is not null)) ${end}`,
    `create index brief_sent on brief (sent_at) where sent_at is not null`,

    `create table brief_revision (
      brief_day text not null references brief (day), number integer not null, subject text not null,
      intro text not null, stories text not null, corrections text not null, sources text not null,
      sponsor text, saved_at text not null, saved_by_kind text not null, saved_by_id text not null,
      saved_by_name text not null, primary key (brief_day, number) ${end}`,
    ...appendOnly(kind, 'brief_revision', 'brief_day, number'),

    `create table brief_settlement (
      id text primary key, brief_day text not null references brief (day), anchor text not null,
      text text not null,
      kind text not null check (kind in ('sourced', 'computed', 'quoted', 'exempt', 'signed')),
      detail text not null, settled_revision integer not null, settled_at text not null,
      settled_by_id text not null, settled_by_name text not null, replaced_at text ${end}`,
    `create unique index brief_settlement_current on brief_settlement (brief_day, anchor) where replaced_at is null`,

    `create table brief_send (
      brief_day text primary key references brief (day), audience integer not null, begins_at text not null,
      trouble text, tripped_at text, html_hash text, counts text,
      ended_at text ${end}`,

    `create table brief_delivery (
      brief_day text not null references brief_send (brief_day),
      subscriber_id text not null references subscriber (id),
      state text not null check (state in ('waiting', 'taken', 'offered', 'accepted', 'refused', 'skipped', 'uncertain')),
      domain text not null, tries integer not null default 0, due_at text not null, holder text,
      answer_code text, ended_at text, primary key (brief_day, subscriber_id) ${end}`,
    `create index brief_delivery_due on brief_delivery (brief_day, state, due_at)`,
    `create index brief_delivery_of on brief_delivery (subscriber_id)`,

    `create table bounce (
      seq ${serial}, subscriber_id text not null references subscriber (id), brief_day text,
      kind text not null check (kind in ('hard', 'soft', 'policy', 'complaint')), code text,
      source text not null check (source in ('mailbox', 'ses', 'postmark', 'webhook', 'smtp')),
      report_key text not null unique, at text not null ${end}`,
    `create index bounce_of on bounce (subscriber_id, seq)`,
  ];
}
