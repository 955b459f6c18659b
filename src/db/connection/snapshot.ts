import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { queriesOf } from './node-sqlite.ts';
import { databaseFile } from './open.ts';

/** A database at one moment, for reading only. Its tables may be those of an older or newer release. */
export type Snapshot = {
  kind: Database['kind'];
  tx: Tx;
  /** The connection, on SQLite. */
  file: DatabaseSync | null;
  close: () => Promise<void>;
};

/**
 * Opens the database at `url` as it is now. Later writes are possible and not visible here.
 * @throws Error when there is no database
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const path = databaseFile(url);
  return path === null ? openPostgresSnapshot(url) : openFileSnapshot(path);
}

async function openFileSnapshot(path: string): Promise<Snapshot> {
  if (!existsSync(path)) throw new Error(`There is no database at ${path}.`);
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    file.exec('PRAGMA trusted_schema=OFF; BEGIN; SELECT count(*) FROM sqlite_schema');
  } catch (error) {
    file.close();
    const isNoDatabase = error instanceof Error && 'errcode' in error && Number(error.errcode) === 26;
    throw isNoDatabase ? new Error(`${path} is not a database of SQLite.`, { cause: error }) : error;
  }
  const tx = queriesOf(() => file);
  return { kind: 'sqlite', tx, file, close: async () => file.close() };
}

/** Uses one connection throughout: a second connection would see another moment, so a lost connection is an error. */
async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  client.on('error', () => {}); // the next query reports the error
  await client.connect();
  const only = Object.assign(client, { release: () => {} });
  const pool = { connect: async () => only, end: () => client.end(), options: {} };
  const tx = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await sql`begin isolation level repeatable read read only`.execute(tx);
  await sql`select 1`.execute(tx); // the first query fixes the moment
  return { kind: 'postgres', tx, file: null, close: () => tx.destroy() };
}
