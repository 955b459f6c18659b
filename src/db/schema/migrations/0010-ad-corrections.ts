import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { foldForSearch } from '#core/tokenize.ts';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/**
 * Corrections of the ad desk: credit notes, more than one invoice for an order, advertisers by their exact names, product
 * categories from a list, custom programs among the slots, one directory row for an order, emails that belong to an order.
 */
export function adCorrections(kind: Database['kind']): Migration {
  const end = tableEnd(kind);
  const before = [
    // An order may have a second invoice once the first is credited, so the order is no longer unique here.
    `create table invoice_new (
      number text primary key, year integer not null, nth integer not null, order_id text not null references ad_order (id),
      issued_at text not null, document text not null, total_cents integer not null, pdf_hash text, paid_on text,
      paid_note text, paid_by_name text, credited_by text, unique (year, nth),
      check ((paid_on is null) = (paid_by_name is null)) ${end}`,
    `insert into invoice_new (number, year, nth, order_id, issued_at, document, total_cents, pdf_hash, paid_on, paid_note, paid_by_name)
      select number, year, nth, order_id, issued_at, document, total_cents, pdf_hash, paid_on, paid_note, paid_by_name from invoice`,
    `drop table invoice`,
    `alter table invoice_new rename to invoice`,
    `create index invoice_issued on invoice (issued_at desc, number desc)`,
    `create index invoice_order on invoice (order_id)`,
    `create unique index invoice_valid on invoice (order_id) where credited_by is null`,

    `create table credit_note_series (year integer primary key, last integer not null ${end}`,
    `create table credit_note (
      number text primary key, year integer not null, nth integer not null,
      invoice_number text not null unique references invoice (number), order_id text not null references ad_order (id),
      issued_at text not null, reason text not null, document text not null, total_cents integer not null, pdf_hash text,
      refund_cents integer not null, refunded_on text, refund_note text, refunded_by_name text, unique (year, nth),
      check ((refunded_on is null) = (refunded_by_name is null)), check (refunded_on is null or refund_cents > 0) ${end}`,
    `create index credit_note_order on credit_note (order_id)`,

    // A custom program reserves no place, only its product category: it has its own lane in each issue.
    `create table ad_slot_new (
      place text not null, day text not null, lane text not null, order_id text not null references ad_order (id),
      advertiser_id text not null references advertiser (id), issue text not null, category text not null,
      sponsor_id text not null, primary key (place, day, lane),
      foreign key (issue, category, sponsor_id) references ad_category (issue, category, sponsor_id),
      check (sponsor_id = '' or sponsor_id = advertiser_id),
      check (lane = case when place in ('directory-logo', 'custom-programs') then order_id else '' end) ${end}`,
    `insert into ad_slot_new select place, day, lane, order_id, advertiser_id, issue, category, sponsor_id from ad_slot`,
    `drop table ad_slot`,
    `alter table ad_slot_new rename to ad_slot`,
    `create index ad_slot_order on ad_slot (order_id)`,
    `create index ad_slot_category on ad_slot (issue, category, sponsor_id)`,

    `alter table advertiser add column similar_key text not null default ''`,
    `create index advertiser_similar on advertiser (similar_key)`,
    // Why the booking failed; cleared when the order is booked or its days change.
    `alter table ad_order add column booking_refused text`,
    `alter table creative add column told_at text`,
    `update creative set told_at = checked_at where state = 'refused'`,
    `alter table outbox add column order_id text references ad_order (id)`,
    `create index outbox_order on outbox (order_id) where order_id is not null`,
    // If one order pays for several directory rows, the first one keeps the order.
    `update supplier set order_id = null, paid_until = null where order_id is not null and exists (
      select 1 from supplier as other where other.order_id = supplier.order_id
        and (other.added_at < supplier.added_at or (other.added_at = supplier.added_at and other.id < supplier.id)))`,
    `create unique index supplier_order on supplier (order_id) where order_id is not null`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of before) await sql.raw(bytewise(kind, statement)).execute(db);
      await nameAdvertisers(db);
      await mapCategories(db);
    },
  };
}

/** The exact name identifies an advertiser; the folded name only finds similar names. */
async function nameAdvertisers(db: Tx): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from advertiser`.execute(db);
  for (const { id, name } of rows) {
    const exact = name.normalize('NFC').trim();
    await sql`update advertiser set name_key = ${exact}, similar_key = ${foldForSearch(name)} where id = ${id}`.execute(
      db,
    );
  }
}

const LISTED = [
  ...['layout-robots', 'construction-robots', 'drones', 'scanners', 'surveying', 'machine-control', 'heavy-equipment'],
  ...['cranes', 'tools', 'safety', 'site-cameras', 'estimating-software', 'project-software', 'design-software'],
  ...['office-software', 'ai-assistants', 'computers', 'materials', 'concrete', 'prefabrication', 'rental', 'staffing'],
  ...['training', 'insurance', 'finance', 'consulting', 'associations', 'publications'],
];

/** Maps free-text categories to the list, or to `other: …`; two with different sponsors never become the same category. */
async function mapCategories(db: Tx): Promise<void> {
  const used = await sql<{ category: string }>`
    select category from ad_order union select category from ad_category`.execute(db);
  for (const { category: old } of used.rows) {
    if (LISTED.includes(old) || old.startsWith('other: ')) continue;
    const other = `other: ${wordsOf(old).join(' ')}`;
    const listed = LISTED.find((one) => keyOf(one) === keyOf(old));
    const to = listed && !(await isHeldApart(db, old, listed)) ? listed : other;
    await sql`insert into ad_category (issue, category, sponsor_id)
      select issue, cast(${to} as text), sponsor_id from ad_category as own where category = ${old} and not exists (
        select 1 from ad_category as there where there.issue = own.issue and there.category = ${to})`.execute(db);
    await sql`update ad_slot set category = ${to} where category = ${old}`.execute(db);
    await sql`delete from ad_category where category = ${old}`.execute(db);
    await sql`update ad_order set category = ${to} where category = ${old}`.execute(db);
  }
}

async function isHeldApart(db: Tx, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ad_category as a join ad_category as b on a.issue = b.issue
    where a.category = ${one} and b.category = ${other} and a.sponsor_id <> b.sponsor_id`.execute(db);
  return rows.length > 0;
}

function keyOf(category: string): string {
  return wordsOf(category).join('');
}

function wordsOf(category: string): string[] {
  return category.split('-').map((word) => word.replace(/(?<=\w\w)ies$/, 'y').replace(/(?<=\w[^s])s$/, ''));
}
