import { resolve } from 'node:path';
import { isDbError } from '#db/connection/db-errors.ts';
import { databaseFile, openDatabase } from '#db/connection/open.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { appliedMigrations } from '#db/schema/migrate.ts';
import { type Config, readConfig } from '#runtime/config/config.ts';
import type { Environment } from '#runtime/config/env.ts';
import { createDeps, openFiles } from '#runtime/create-deps.ts';
import type { Deps } from '#runtime/deps.ts';
import { readServerSettings, withServerSettings } from '#runtime/server-settings.ts';
import { enterSite } from '#runtime/site-snapshot.ts';
import { placeSite, refreshSite } from '#site/live-site.ts';

/**
 * Runs `work` on the data of the server, and closes the database after it. Missing settings get the values with which the server last
 * started.
 * @throws Error when there is no database, unless the command may create one; with `writesAddresses`, when no address is known
 */
export async function withDeps<T>(
  environment: Environment,
  work: (deps: Deps, config: Config) => Promise<T>,
  { mayCreate = false, writesAddresses = false } = {},
): Promise<T> {
  const given = readConfig(environment);
  printDatabase(given.databaseUrl);
  if (!mayCreate) await requireDatabase(given);
  const { databaseUrl, directUrl } = given;
  const db = await openDatabase(databaseUrl, { directUrl, mayUpgrade: false });
  try {
    const server = await readServerSettings(db.read);
    if (writesAddresses)
      compareAddresses(environment.BASE_URL ? given.publication.baseUrl : null, server.BASE_URL ?? null);
    const config = readConfig(withServerSettings(environment, server));
    const deps = await createDeps(db, openFiles(config), config.policy, config.siteKey);
    placeSite(deps.site, config);
    enterSite(deps.site);
    await refreshSite(deps, config);
    return await work(deps, config);
  } finally {
    await db.close();
  }
}

/**
 * Prints which address a command writes, if that is not obvious.
 * @throws Error when neither the environment nor a server has an address, because 127.0.0.1 would be published
 */
function compareAddresses(own: string | null, ofServer: string | null): void {
  if (own === null && ofServer === null)
    throw new Error(
      'BASE_URL is not set, and no server has started with this database, so the address of the site is not known. Nothing was done. Set BASE_URL as it is set for the server, for example: BASE_URL=https://magazine.example',
    );
  if (own === null) console.error(`Address: ${ofServer}, as the server has it`);
  else if (ofServer !== null && own !== ofServer)
    console.error(`Address: ${own}, by BASE_URL. The server started last with another one: ${ofServer}`);
}

/** Prints to standard error which database a command uses. */
export function printDatabase(url: string, what = 'Database'): void {
  console.error(`${what}: ${nameDatabase(url)}`);
}

/** The address of a database for people: the whole path of a file; for a server, no password. */
function nameDatabase(url: string): string {
  const file = databaseFile(url);
  if (file !== null) return resolve(file);
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username ? `${username}@` : ''}${host}${pathname}`;
}

/**
 * Checks that a server has set up the database of the settings. A command with settings that differ from the server's would
 * report on an empty database.
 * @throws Error that names the database and the settings to check
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
    return null; // the file does not exist
  });
  if (!snapshot) return false;
  try {
    return (await appliedMigrations(snapshot.tx)).length > 0;
  } catch (error) {
    if (isDbError(error)) throw error;
    return false; // the table does not exist
  } finally {
    await snapshot.close();
  }
}

/** The only argument of a command. @throws Error that names a missing argument */
export function onlyArgument(given: string[], name: string): string {
  const [value, ...more] = given;
  if (value && more.length === 0) return value;
  throw new Error(`Give exactly one ${name}.`);
}

/** Formats rows as a table: each column is as wide as its widest cell. */
export function formatTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
