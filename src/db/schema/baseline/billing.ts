import type { Database } from '#db/database.ts';
import { tableEnd } from '#db/schema/dialect.ts';

/** Invoices, reminders and credit notes. */
export function billingTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  return [
    `create table invoice_series (year integer primary key, last integer not null ${end}`,

    `create table invoice (
      number text primary key, year integer not null, nth integer not null,
      order_id text not null references ad_order (id), issued_at text not null, document text not null,
      total_cents integer not null, pdf_hash text, paid_on text, paid_note text, paid_by_name text,
      credited_by text, due_on text, unique (year, nth),
      check ((paid_on is null) = (paid_by_name is null)) ${end}`,
    `create index invoice_issued on invoice (issued_at desc, number desc)`,
    `create index invoice_order on invoice (order_id)`,
    `create unique index invoice_valid on invoice (order_id) where credited_by is null`,
    `create index invoice_unpaid on invoice (due_on, number) where paid_on is null and credited_by is null`,

    `create table invoice_reminder (
      invoice_number text not null references invoice (number), nth integer not null, sent_at text not null,
      sent_by_name text not null, primary key (invoice_number, nth) ${end}`,

    `create table credit_note_series (year integer primary key, last integer not null ${end}`,

    `create table credit_note (
      number text primary key, year integer not null, nth integer not null,
      invoice_number text not null unique references invoice (number),
      order_id text not null references ad_order (id), issued_at text not null, reason text not null,
      document text not null, total_cents integer not null, pdf_hash text, refund_cents integer not null,
      refunded_on text, refund_note text, refunded_by_name text, unique (year, nth),
      check ((refunded_on is null) = (refunded_by_name is null)),
      check (refunded_on is null or refund_cents > 0) ${end}`,
    `create index credit_note_order on credit_note (order_id)`,
  ];
}
