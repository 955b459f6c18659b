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
  if (/^postgres(?:ql)?:/.test(url)) return (await import('./postgres.ts')).openPostgres(url);
  if (!url.startsWith('file:')) {
    throw new Error(`DATABASE_URL is "${url.split(':')[0]}:…"; use file:PATH or postgres://….`);
  }
  const path = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
  mkdirSync(dirname(path), { recursive: true });
  return openSqlite(path);
}
