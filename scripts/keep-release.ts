import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { migrationsOf } from '#db/schema/migrate.ts';
import type { Tables } from '#db/schema/tables.ts';
import packageJson from '../package.json' with { type: 'json' };
import { FILES, folderOf } from '../test/support/data/releases.ts';
import { loadParts } from '../test/support/part.ts';
import { createBareDatabase, startCluster } from '../test/support/postgres.ts';
import { openSite } from '../test/support/site.ts';
import { stock } from '../test/support/stocked.ts';

// Keeps a small database of this release, for SQLite and for PostgreSQL, from which the tests of later releases upgrade. Run it when a
// release is made, and never again for that release.

/** The migrator of Kysely makes these before the first migration. */
const TABLES_OF_MIGRATOR = [
  'create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  'create table if not exists kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)',
];

const folder = folderOf(packageJson.version);
mkdirSync(folder, { recursive: true });
const temporary = mkdtempSync(join(tmpdir(), 'plumbline-keep-'));
const cluster = await startCluster();
try {
  const file = join(temporary, 'plumbline.db');
  await fill(`file:${file}`);
  writeFileSync(join(folder, FILES.sqlite), gzipSync(readSmall(file), { level: 9 }));
  const { url, drop } = await createBareDatabase(cluster.url);
  await fill(url);
  writeFileSync(join(folder, FILES.postgres), gzipSync(await dump(url), { level: 9 }));
  await drop();
} finally {
  await cluster.stop();
  rmSync(temporary, { recursive: true });
}

/** Writes the content of a small magazine to the database at `url`. */
async function fill(url: string): Promise<void> {
  const ends: (() => unknown)[] = [];
  const site = await openSite({ after: (end) => ends.push(end) }, { DATABASE_URL: url });
  const { editor } = await stock(site);
  for (const { fillRelease } of await loadParts()) await fillRelease?.(site, editor);
  for (const end of ends.toReversed()) await end();
}

/** The bytes of a SQLite file without free pages. */
function readSmall(file: string): Uint8Array {
  const db = new DatabaseSync(file);
  db.exec('pragma wal_checkpoint(truncate); vacuum');
  db.close();
  return readFileSync(file);
}

/** The statements that make a PostgreSQL database of this release, then its rows. */
async function dump(url: string): Promise<string> {
  const statements = [...TABLES_OF_MIGRATOR, ...(await statementsOfMigrations())];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  statements.push('set local session_replication_role = replica'); // no trigger refuses a row
  for (const table of await tablesOf(client)) statements.push(...(await dumpRows(client, table)));
  await client.end();
  return statements.join(';\n');
}

async function statementsOfMigrations(): Promise<string[]> {
  const statements: string[] = [];
  async function query(text: string) {
    statements.push(text);
    return { command: '', rowCount: 0, rows: [] };
  }
  const only = { query, release: () => {} } as unknown as PostgresPoolClient;
  const pool = { connect: async () => only, end: async () => {}, options: {} };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  for (const migration of Object.values(migrationsOf('postgres'))) await migration.up(db);
  return statements;
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
     order by oid`,
  );
  return tables.map(({ name }) => name);
}

async function dumpRows(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from "${table}" t`);
  if (!rows[0]?.rows) return [];
  const { rows: numbered } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = '"${table}"'::regclass and attidentity <> ''`,
  );
  return [
    `delete from "${table}"`, // a migration may have written a first row
    `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", ${pg.escapeLiteral(rows[0].rows)})`,
    ...numbered.map(
      ({ name }) =>
        `select setval(pg_get_serial_sequence('"${table}"', '${name}'), (select max(${name}) from "${table}"))`,
    ),
  ];
}
