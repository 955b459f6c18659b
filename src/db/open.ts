import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens the database at `url` (`file:PATH`, `file:///PATH` or `postgres://…`) and brings its tables up to date.
 * @throws Error in plain words when the address is of no kind this house knows
 */
export async function openDatabase(url: string): Promise<Database> {
  const path = fileOf(url);
  if (path === null) return (await import('./postgres.ts')).openPostgres(url);
  mkdirSync(dirname(path), { recursive: true });
  return openSqlite(path);
}

/**
 * The file a database's address names; null for a PostgreSQL server's.
 * @throws Error in plain words when the address is of no kind this house knows
 */
export function fileOf(url: string): string | null {
  if (/^postgres(?:ql)?:/.test(url)) return null;
  if (!url.startsWith('file:')) {
    throw new Error(`The database's address is "${url.split(':')[0]}:…"; use file:PATH or postgres://….`);
  }
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
