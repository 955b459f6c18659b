import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '../database.ts';
import type { ConnectionLog } from './connection-state.ts';
import { isDbError, isFull } from './db-errors.ts';
import { keepDiskReserve } from './disk-reserve.ts';
import { restrictDatabaseFiles } from './private-files.ts';
import { openSqlite } from './sqlite.ts';

/** Milliseconds a start waits for the database before it serves without it. */
const PATIENCE = 1500;

/**
 * Opens the database at `url` (`file:PATH`, `file:///PATH` or `postgres://…`) and brings its tables up to date.
 * @throws Error in plain words when the address is of no kind this house knows
 */
export async function openDatabase(url: string): Promise<Database> {
  const path = databaseFile(url);
  if (path === null) return (await import('./postgres.ts')).openPostgres(url);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  restrictDatabaseFiles(path);
  return openSqlite(path);
}

/**
 * Opens the database for a server, which goes on without it: one that is not there, or not sound, is waited for, and what
 * became of it is noted. `missing` says what to do about a file that is not there; null lets a new one be made.
 * @throws Error in plain words for what waiting does not mend
 */
export async function openServerDatabase(
  url: string,
  notes: ConnectionLog,
  missing: () => string | null,
): Promise<Database> {
  const path = databaseFile(url);
  if (path === null) return (await import('./postgres.ts')).openPostgres(url, { notes, patience: PATIENCE });
  const ballast = keepDiskReserve(path);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    restrictDatabaseFiles(path);
  } catch (error) {
    if (!isDbError(error)) throw error;
  }
  const db = await openSqlite(path, {
    notes,
    missing,
    patience: PATIENCE,
    before: ballast.requireRoom,
    refused: (refusal) => {
      if (isFull(refusal)) ballast.release();
    },
  });
  const close = async () => {
    ballast.close();
    await db.close();
  };
  return { ...db, close };
}

/**
 * The file a database's address names; null for a PostgreSQL server's.
 * @throws Error in plain words when the address is of no kind this house knows
 */
export function databaseFile(url: string): string | null {
  if (/^postgres(?:ql)?:/.test(url)) return null;
  if (!url.startsWith('file:')) {
    throw new Error(`The database's address is "${url.split(':')[0]}:…"; use file:PATH or postgres://….`);
  }
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
