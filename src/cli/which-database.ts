import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { isDbError } from '../db/connection/db-errors.ts';
import { databaseFile } from '../db/connection/open.ts';
import { openSnapshot } from '../db/connection/snapshot.ts';
import { appliedMigrations } from '../db/schema/migrate.ts';

/** A database's address for people: the whole path of a file; of a server never the password. */
export function nameDatabase(url: string): string {
  const file = databaseFile(url);
  if (file !== null) return resolve(file);
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username ? `${username}@` : ''}${host}${pathname}`;
}

/** Prints which database a command uses, on standard error. */
export function sayDatabase(url: string, what = 'Database'): void {
  console.error(`${what}: ${nameDatabase(url)}`);
}

/**
 * Checks that the settings lead to a database that a server has set up: a command with other settings than the server's
 * would report on an empty one.
 * @throws Error that names the database and says what to set
 */
export async function requireDatabase({ databaseUrl }: Config): Promise<void> {
  if (await isSetUp(databaseUrl)) return;
  throw new Error(
    `There is no database at ${nameDatabase(databaseUrl)}, or Plumbline did not make it. Nothing was done or created.\n` +
      'Set DATA_DIR or DATABASE_URL as it is set for the server, for example: DATA_DIR=/var/lib/plumbline npx plumbline articles',
  );
}

async function isSetUp(url: string): Promise<boolean> {
  const snapshot = await openSnapshot(url).catch((error: unknown) => {
    if (databaseFile(url) === null || isDbError(error)) throw error;
    return null; // there is no such file
  });
  if (!snapshot) return false;
  try {
    return (await appliedMigrations(snapshot.tx)).length > 0;
  } catch (error) {
    if (isDbError(error)) throw error;
    return false; // there is no such table
  } finally {
    await snapshot.close();
  }
}
