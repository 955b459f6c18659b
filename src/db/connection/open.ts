import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '#db/database.ts';
import type { ConnectionLog } from './connection-state.ts';
import { isDbError, isFull } from './db-errors.ts';
import { keepDiskReserve } from './disk-reserve.ts';
import type { PostgresOptions } from './postgres.ts';
import { restrictDatabaseFiles } from './private-files.ts';
import { openSqlite } from './sqlite.ts';

/** The address of a PostgreSQL server, and the work before an upgrade. */
export type OpenOptions = Omit<PostgresOptions, 'server'>;

/** Milliseconds that a server waits for the database at the start before it serves without it. */
const PATIENCE = 1500;

/**
 * Opens the database at `url` (`file:PATH`, `file:///PATH` or `postgres://…`) and brings its tables up to date.
 * @throws Error when the address has another form
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  const path = databaseFile(url);
  if (path === null) return (await import('./postgres.ts')).openPostgres(url, options);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  restrictDatabaseFiles(path);
  return openSqlite(path, options);
}

/**
 * Opens the database for a server, which also runs without it: when the database is absent or damaged, the server retries and logs each
 * change. If waiting cannot help, and this is known only after the server serves, `refused` is called with the reason.
 * @throws Error when waiting cannot help
 */
export async function openServerDatabase(
  url: string,
  log: ConnectionLog,
  { refused, ...options }: OpenOptions & { refused?: (reason: unknown) => void } = {},
): Promise<Database> {
  const path = databaseFile(url);
  if (path === null)
    return (await import('./postgres.ts')).openPostgres(url, {
      ...options,
      server: { log, patience: PATIENCE, refused },
    });
  const reserve = keepDiskReserve(path);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    restrictDatabaseFiles(path);
  } catch (error) {
    if (!isDbError(error)) throw error;
  }
  const server = {
    log,
    patience: PATIENCE,
    refused,
    beforeWrite: reserve.requireRoom,
    onRefusal: (refusal: unknown) => {
      if (isFull(refusal)) reserve.release();
    },
  };
  const db = await openSqlite(path, { ...options, server });
  const close = async () => {
    reserve.close();
    await db.close();
  };
  return { ...db, close };
}

/**
 * The file of a database address; null for a PostgreSQL server.
 * @throws Error when the address has another form
 */
export function databaseFile(url: string): string | null {
  if (/^postgres(?:ql)?:/.test(url)) return null;
  if (!url.startsWith('file:')) {
    throw new Error(`The database address begins with "${url.split(':')[0]}:"; use file:PATH or postgres://….`);
  }
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
