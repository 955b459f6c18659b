import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { appendOnly, bytewise, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** Tables of the ad desk: orders, creatives, exclusive slots, runs, invoices, proofs, suppliers. */
export function adDesk(kind: Database['kind']): Migration {
  const serial = serialKey(kind);
  const end = tableEnd(kind);
  const statements = [
    `create table advertiser (
      id text primary key, name text not null, name_key text not null unique, added_at text not null,
      added_by_name text not null ${end}`,

    `create table ad_order (
      id text primary key, reference text not null unique, unit text not null,
      advertiser_id text not null references advertiser (id), category text not null,
      contact_name text not null, contact_email text not null,
      rate text not null check (rate in ('list', 'insertion order')), insertion_order text, insertion_signed_on text,
      cents integer not null check (cents >= 0),
      state text not null check (state in ('inquiry', 'creative in', 'accepted', 'refused', 'invoiced', 'booked', 'running',
        'ran', 'closed', 'cancelled')),
      starts_on text not null, ends_on text not null, note text not null, checklist text, reason text, trouble text,
      opened_at text not null, changed_at text not null,
      check ((rate = 'insertion order') = (insertion_order is not null)),
      check ((rate = 'insertion order') = (insertion_signed_on is not null)),
      check (state not in ('refused', 'cancelled') or reason is not null), check (starts_on <= ends_on) ${end}`,
    `create index ad_order_state on ad_order (state, changed_at desc, id desc)`,
    `create index ad_order_advertiser on ad_order (advertiser_id, opened_at desc)`,
    `create index ad_order_start on ad_order (starts_on) where state = 'booked'`,

    `create table creative (
      id text primary key, order_id text not null references ad_order (id), kind text not null,
      state text not null check (state in ('in', 'refused', 'accepted', 'withdrawn')),
      sent_hash text, hash text, width integer, height integer, bytes integer, type text, files text not null,
      text text, url text, label text not null, alt text not null, reasons text not null, warnings text not null,
      checked_at text not null, taken_by_name text not null, decided_at text, decided_by_name text,
      withdrawn_at text, withdrawn_reason text,
      check ((state = 'withdrawn') = (withdrawn_at is not null)), check ((state = 'withdrawn') = (withdrawn_reason is not null)), check (state = 'refused' or hash is not null) ${end}`,
    `create index creative_order on creative (order_id, checked_at, id)`,
    `create unique index creative_waiting on creative (order_id, kind) where state = 'in'`,
    `create unique index creative_accepted on creative (order_id, kind) where state = 'accepted'`,
    `create index creative_hash on creative (hash) where hash is not null`,

    // The sponsor of a product category in an issue, or ''. Every slot of the category refers to this row including the
    // sponsor, so the database refuses slots of a sponsor and of other advertisers in the same category.
    `create table ad_category (
      issue text not null, category text not null, sponsor_id text not null, primary key (issue, category),
      unique (issue, category, sponsor_id) ${end}`,
    // One row for each day, or send, that a place is reserved. Where one advertiser runs at a time, the lane is always ''.
    `create table ad_slot (
      place text not null, day text not null, lane text not null, order_id text not null references ad_order (id),
      advertiser_id text not null references advertiser (id), issue text not null, category text not null,
      sponsor_id text not null, primary key (place, day, lane),
      foreign key (issue, category, sponsor_id) references ad_category (issue, category, sponsor_id),
      check (sponsor_id = '' or sponsor_id = advertiser_id),
      check (lane = case when place = 'directory-logo' then order_id else '' end) ${end}`,
    `create index ad_slot_order on ad_slot (order_id)`,
    `create index ad_slot_category on ad_slot (issue, category, sponsor_id)`,

    `create table ad_run (
      order_id text not null references ad_order (id), place text not null, starts_on text not null, ends_on text not null,
      started_at text, ended_at text, shots text, primary key (order_id, place), check (starts_on <= ends_on),
      check (ended_at is null or started_at is not null) ${end}`,
    `create index ad_run_waiting on ad_run (starts_on) where started_at is null`,
    `create index ad_run_going on ad_run (place, started_at) where started_at is not null and ended_at is null`,
    `create index ad_run_ends on ad_run (ends_on) where started_at is not null and ended_at is null`,

    `create table invoice_series (year integer primary key, last integer not null ${end}`,
    `create table invoice (
      number text primary key, year integer not null, nth integer not null, order_id text not null unique references ad_order (id),
      issued_at text not null, document text not null, total_cents integer not null, pdf_hash text, paid_on text,
      paid_note text, paid_by_name text, unique (year, nth), check ((paid_on is null) = (paid_by_name is null)) ${end}`,
    `create index invoice_issued on invoice (issued_at desc, number desc)`,

    `create table field_brief_send (
      day text primary key, order_id text references ad_order (id), creative_hash text, note text not null,
      sent_at text not null, noted_at text not null, noted_by_name text not null ${end}`,
    `create index field_brief_send_order on field_brief_send (order_id) where order_id is not null`,

    `create table proof (
      seq ${serial}, id text not null unique, order_id text not null references ad_order (id), made_at text not null,
      document text not null, signature text not null, key_id text not null, pdf_hash text not null, files text not null ${end}`,
    `create index proof_order on proof (order_id, seq)`,

    `create table supplier (
      id text primary key, name text not null, name_key text not null unique, what text not null, place text not null,
      url text not null, order_id text references ad_order (id), paid_until text, added_at text not null,
      added_by_name text not null, changed_at text not null, removed_at text,
      check ((order_id is null) = (paid_until is null)) ${end}`,
    `create index supplier_name on supplier (name_key) where removed_at is null`,

    ...appendOnly(kind, 'proof'),
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
