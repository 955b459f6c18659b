import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { toKyselyDatabase } from '#db/connection/node-sqlite.ts';
import type { Database } from '#db/database.ts';
import { firstEdition } from '#db/schema/migrations/0001-first-edition.ts';
import { search } from '#db/schema/migrations/0002-search.ts';
import { media } from '#db/schema/migrations/0003-media.ts';
import { newsroom } from '#db/schema/migrations/0004-newsroom.ts';
import { figures } from '#db/schema/migrations/0005-figures.ts';
import { adDesk } from '#db/schema/migrations/0006-ad-desk.ts';
import { adEvidence } from '#db/schema/migrations/0007-ad-evidence.ts';
import { keptText } from '#db/schema/migrations/0008-kept-text.ts';
import { reasonsOfRefusals } from '#db/schema/migrations/0009-reasons-of-refusals.ts';
import { adCorrections } from '#db/schema/migrations/0010-ad-corrections.ts';
import type { Tables } from '#db/schema/tables.ts';
import { startCluster } from '../support/postgres.ts';

// The migration for ad corrections keeps and updates the data of earlier releases.

const BEFORE = [
  firstEdition,
  search,
  media,
  newsroom,
  figures,
  adDesk,
  adEvidence,
  keptText,
  reasonsOfRefusals,
] as const;
const AT = '2026-09-06T08:00:00.000Z';

for (const kind of ['sqlite', 'postgres'] as const)
  test(`the migration keeps and updates the orders, invoices, slots and supplier rows of an earlier release, on ${kind}`, async (t) => {
    const db = await openOld(t, kind);
    for (const step of BEFORE) await step(kind).up(db);
    await writeOld(db);
    await adCorrections(kind).up(db);
    const orders = await db.selectFrom('ad_order').select(['id', 'category']).orderBy('id').execute();
    assert.deepEqual(
      orders.map(({ category }) => category),
      ['layout-robots', 'scanners', 'other: battery pack', 'other: drone'],
    );
    const slots = await db.selectFrom('ad_slot').select(['order_id', 'category']).orderBy('order_id').execute();
    assert.deepEqual(
      slots.map(({ category }) => category),
      orders.map(({ category }) => category),
    );
    const invoice = await db.selectFrom('invoice').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([invoice.number, invoice.paid_on, invoice.credited_by], ['2026-0001', '2026-09-06', null]);
    const names = await db.selectFrom('advertiser').select(['name_key', 'similar_key']).orderBy('id').execute();
    assert.deepEqual({ ...names[0] }, { name_key: 'Müller Bau', similar_key: 'muller bau' });
    const rows = await db.selectFrom('supplier').select(['name', 'order_id', 'paid_until']).orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ order_id }) => order_id),
      ['o1', null],
      'an order pays for its first row only',
    );
  });

/** Writes a listed category, the singular of a listed one, an unlisted one, and one whose listed plural is taken in the same issue. */
async function writeOld(db: Kysely<Tables>): Promise<void> {
  const categories = ['layout-robots', 'scanner', 'battery-packs', 'drone'];
  for (const [n, name] of ['Müller Bau', 'Acme', 'Delta', 'Echo'].entries()) {
    const id = `a${n + 1}`;
    await sql`insert into advertiser (id, name, name_key, added_at, added_by_name)
      values (${id}, ${name}, ${name.toLowerCase()}, ${AT}, 'Dana')`.execute(db);
    await sql`insert into ad_order (id, reference, unit, advertiser_id, category, contact_name, contact_email, rate, cents,
      state, starts_on, ends_on, note, opened_at, changed_at) values (${`o${n + 1}`}, ${`R${n}`}, 'directory-listing', ${id},
      ${categories[n]}, 'Pat', 'pat@acme.example', 'list', 1, 'booked', '2026-10-01', '2026-12-31', '', ${AT}, ${AT})`.execute(
      db,
    );
    await sql`insert into ad_category (issue, category, sponsor_id) values ('2026-Q4', ${categories[n]}, '')`.execute(
      db,
    );
    await sql`insert into ad_slot (place, day, lane, order_id, advertiser_id, issue, category, sponsor_id)
      values ('directory-logo', '2026-10-01', ${`o${n + 1}`}, ${`o${n + 1}`}, ${id}, '2026-Q4', ${categories[n]}, '')`.execute(
      db,
    );
  }
  await sql`insert into ad_category (issue, category, sponsor_id) values ('2026-Q4', 'drones', 'a2')`.execute(db);
  await sql`insert into invoice (number, year, nth, order_id, issued_at, document, total_cents, paid_on, paid_note, paid_by_name)
    values ('2026-0001', 2026, 1, 'o1', ${AT}, '{}', 1, '2026-09-06', '', 'Dana')`.execute(db);
  for (const id of ['s1', 's2'])
    await sql`insert into supplier (id, name, name_key, what, place, url, order_id, paid_until, added_at, added_by_name, changed_at)
      values (${id}, ${id}, ${id}, 'w', 'p', 'https://a.example/', 'o1', '2026-12-31', ${AT}, 'Dana', ${AT})`.execute(
      db,
    );
}

async function openOld(t: TestContext, kind: Database['kind']): Promise<Kysely<Tables>> {
  if (kind === 'sqlite') {
    const file = new DatabaseSync(':memory:');
    t.after(() => file.close());
    return new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(() => file) }) });
  }
  const cluster = await startCluster();
  const pool = new pg.Pool({ connectionString: cluster.url });
  pool.on('error', () => {}); // the cluster stops while the pool is open
  t.after(async () => {
    await pool.end();
    await cluster.stop();
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
