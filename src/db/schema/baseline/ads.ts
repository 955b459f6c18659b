import type { Database } from '#db/database.ts';
import { appendOnly, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** Orders, creatives, slots, runs, insertion orders, suppliers, and the evidence that an ad ran. */
export function adTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  const serial = serialKey(kind);
  return [
    `create table advertiser (
      id text primary key, name text not null, name_key text not null unique, added_at text not null,
      added_by_name text not null, similar_key text not null default '',
      billing_address text not null default '', tax_number text not null default '',
      tax_exempt text not null default '' ${end}`,
    `create index advertiser_similar on advertiser (similar_key)`,

    `create table ad_order (
      id text primary key, reference text not null unique, unit text not null,
      advertiser_id text not null references advertiser (id), category text not null,
      contact_name text not null, contact_email text not null,
      rate text not null check (rate in ('list', 'insertion order')), insertion_order text,
      insertion_signed_on text, cents integer not null check (cents >= 0),
      currency text not null default 'USD' check (length(currency) = 3),
      state text not null check (state in ('inquiry', 'creative in', 'accepted', 'refused', 'invoiced', 'booked',
        'running', 'ran', 'closed', 'cancelled')),
      starts_on text not null, ends_on text not null, note text not null, checklist text, reason text,
      trouble text, opened_at text not null, changed_at text not null, booking_refused text,
      check ((rate = 'insertion order') = (insertion_order is not null)),
      check ((rate = 'insertion order') = (insertion_signed_on is not null)),
      check (state not in ('refused', 'cancelled') or reason is not null), check (starts_on <= ends_on) ${end}`,
    `create index ad_order_state on ad_order (state, changed_at desc, id desc)`,
    `create index ad_order_advertiser on ad_order (advertiser_id, opened_at desc)`,
    `create index ad_order_start on ad_order (starts_on) where state = 'booked'`,

    `create table creative (
      id text primary key, order_id text not null references ad_order (id), kind text not null,
      state text not null check (state in ('in', 'refused', 'accepted', 'withdrawn')), sent_hash text,
      hash text, width integer, height integer, bytes integer, type text, files text not null, text text,
      url text, label text not null, alt text not null, reasons text not null, warnings text not null,
      checked_at text not null, taken_by_name text not null, decided_at text, decided_by_name text,
      withdrawn_at text, withdrawn_reason text, told_at text,
      check ((state = 'withdrawn') = (withdrawn_at is not null)),
      check ((state = 'withdrawn') = (withdrawn_reason is not null)),
      check (state = 'refused' or hash is not null) ${end}`,
    `create index creative_order on creative (order_id, checked_at, id)`,
    `create unique index creative_waiting on creative (order_id, kind) where state = 'in'`,
    `create unique index creative_accepted on creative (order_id, kind) where state = 'accepted'`,
    `create index creative_hash on creative (hash) where hash is not null`,

    // The sponsor of a product category in an issue, or ''. Every slot of the category refers to this row including the
    // sponsor, so the database refuses slots of a sponsor and of other advertisers in the same category.
    `create table ad_category (
      issue text not null, category text not null, sponsor_id text not null, primary key (issue, category),
      unique (issue, category, sponsor_id) ${end}`,

    // One row for each day, or send, that a place is reserved. Where one advertiser runs at a time, the lane is always ''. A custom
    // program reserves no place, only its product category: it has its own lane in each issue.
    `create table ad_slot (
      place text not null, day text not null, lane text not null,
      order_id text not null references ad_order (id), advertiser_id text not null references advertiser (id),
      issue text not null, category text not null, sponsor_id text not null, primary key (place, day, lane),
      foreign key (issue, category, sponsor_id) references ad_category (issue, category, sponsor_id),
      check (sponsor_id = '' or sponsor_id = advertiser_id),
      check (lane = case when place in ('directory-logo', 'custom-programs') then order_id else '' end) ${end}`,
    `create index ad_slot_order on ad_slot (order_id)`,
    `create index ad_slot_category on ad_slot (issue, category, sponsor_id)`,

    `create table ad_hold (
      place text not null, day text not null, order_id text not null references ad_order (id),
      until text not null, primary key (place, day) ${end}`,
    `create index ad_hold_order on ad_hold (order_id)`,

    `create table ad_link (
      id text primary key, order_id text not null references ad_order (id), link_hash text not null unique,
      made_at text not null, made_by_name text not null, expires_at text not null, revoked_at text,
      seen_at text ${end}`,
    `create unique index ad_link_open on ad_link (order_id) where revoked_at is null`,

    `create table ad_run (
      order_id text not null references ad_order (id), place text not null, starts_on text not null,
      ends_on text not null, started_at text, ended_at text, missed_at text, trouble text,
      told text, shot_due_at text, shot_trouble text, primary key (order_id, place),
      check (starts_on <= ends_on), check (ended_at is null or started_at is not null) ${end}`,
    `create index ad_run_waiting on ad_run (starts_on) where started_at is null`,
    `create index ad_run_going on ad_run (place, started_at) where started_at is not null and ended_at is null`,
    `create index ad_run_ends on ad_run (ends_on) where started_at is not null and ended_at is null`,

    `create table ad_look (
      seq ${serial}, began_at text not null, ended_at text not null, due_at text not null,
      paused_since text ${end}`,
    `create index ad_look_paused on ad_look (ended_at) where paused_since is not null`,
    `create index ad_look_ended on ad_look (ended_at)`,
    ...appendOnly(kind, 'ad_look', 'seq'),

    `create table ad_sighting (
      seq ${serial}, order_id text not null references ad_order (id), place text not null, path text not null,
      sha256 text not null, act text not null check (act in ('seen', 'gone')), at text not null, last_at text,
      check ((act = 'gone') = (last_at is not null)) ${end}`,
    `create index ad_sighting_page on ad_sighting (order_id, place, path, sha256, seq)`,
    ...appendOnly(kind, 'ad_sighting', 'seq'),

    `create table ad_shot (
      seq ${serial}, order_id text not null references ad_order (id), place text not null, path text not null,
      creative_sha256 text, taken_at text not null, sha256 text not null, file text not null ${end}`,
    `create index ad_shot_run on ad_shot (order_id, place, seq)`,
    ...appendOnly(kind, 'ad_shot', 'seq'),

    `create table insertion_order_series (year integer primary key, last integer not null ${end}`,

    `create table insertion_order (
      number text primary key, year integer not null, nth integer not null,
      order_id text not null references ad_order (id), made_at text not null, made_by_name text not null,
      document text not null, cents integer not null check (cents >= 0), pdf_hash text,
      link_hash text not null unique, expires_at text not null, accepted_at text, accepted_name text,
      withdrawn_at text, withdrawn_reason text, unique (year, nth),
      check ((accepted_at is null) = (accepted_name is null)),
      check (accepted_at is null or pdf_hash is not null),
      check ((withdrawn_at is null) = (withdrawn_reason is null)),
      check (accepted_at is null or withdrawn_at is null) ${end}`,
    `create index insertion_order_of on insertion_order (order_id)`,
    `create unique index insertion_order_open on insertion_order (order_id)
      where accepted_at is null and withdrawn_at is null`,

    `create table field_brief_send (
      day text primary key, order_id text references ad_order (id), creative_hash text, note text not null,
      sent_at text not null, noted_at text not null, noted_by_name text not null ${end}`,
    `create index field_brief_send_order on field_brief_send (order_id) where order_id is not null`,
    ...appendOnly(kind, 'field_brief_send', 'day'),

    `create table proof (
      seq ${serial}, id text not null unique, order_id text not null references ad_order (id),
      made_at text not null, document text not null, signature text not null, key_id text not null,
      pdf_hash text not null, files text not null ${end}`,
    `create index proof_order on proof (order_id, seq)`,
    ...appendOnly(kind, 'proof', 'seq', 'id'),

    `create table supplier (
      id text primary key, name text not null, name_key text not null unique, what text not null,
      place text not null, url text not null, order_id text references ad_order (id), paid_until text,
      added_at text not null, added_by_name text not null, changed_at text not null, removed_at text,
      check ((order_id is null) = (paid_until is null)) ${end}`,
    `create index supplier_name on supplier (name_key) where removed_at is null`,
    `create unique index supplier_order on supplier (order_id) where order_id is not null`,

    `create table house_ad (
      id text primary key, place text not null, hash text not null, files text not null, alt text not null,
      url text not null, shown_day text not null, added_at text not null, added_by_name text not null,
      removed_at text ${end}`,
    `create index house_ad_of on house_ad (place) where removed_at is null`,
    `create index house_ad_by_hash on house_ad (hash)`,
  ];
}
