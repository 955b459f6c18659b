import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { adapt } from './adapt.ts';
import type { Database, Tx } from './database.ts';
import { fileOf } from './open.ts';
import type { Tables } from './tables.ts';

/** A database as it stood at one moment, for reading only, with tables of whatever release wrote it. */
export type Snapshot = {
  kind: Database['kind'];
  tx: Tx;
  /** The connection behind it, on SQLite. */
  file: DatabaseSync | null;
  close: () => Promise<void>;
};

/**
 * Opens the database at `url` as it stands now; writers go on beside it and are not seen.
 * @throws Error when there is none
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const path = fileOf(url);
  return path === null ? openPostgresSnapshot(url) : openFileSnapshot(path);
}

async function openFileSnapshot(path: string): Promise<Snapshot> {
  if (!existsSync(path)) throw new Error(`There is no database at ${path}.`);
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  file.exec('PRAGMA trusted_schema=OFF; BEGIN; SELECT count(*) FROM sqlite_schema');
  const tx = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(() => file) }) });
  return { kind: 'sqlite', tx, file, close: async () => file.close() };
}

async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 5000 });
  pool.on('error', () => {}); // told by the next query
  const tx = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await sql`begin isolation level repeatable read read only`.execute(tx);
  return { kind: 'postgres', tx, file: null, close: () => tx.destroy() };
}
