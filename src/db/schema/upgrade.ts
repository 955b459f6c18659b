import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { isDbError, isLocked } from '#db/connection/db-errors.ts';
import type { Database, Tx } from '#db/database.ts';
import { lockTables } from './lock-tables.ts';
import { appliedMigrations, knownMigrations, type Migrations, migrationsOf, whyTooOld } from './migrate.ts';

/** The backup that was made before an upgrade; a release that cannot read the upgraded database names it. */
export type UpgradeBackup = { at: string; path: string; sha256: string };

export type UpgradeOptions = {
  /**
   * Makes a backup of an older database before it is changed; null when there is nothing to back up. `last` names its last
   * migration.
   * @throws Error when no backup can be made; then nothing is changed
   */
  backUp?: (last: string) => Promise<UpgradeBackup | null>;
  /** Whether a newer release may have upgraded the database, as for a process that opened it before. */
  mayBeNewer?: boolean;
  /** Whether the tables of an older release may be changed: only where a server starts, or for a copy. */
  mayUpgrade?: boolean;
  /** The migrations of another release than this one. */
  migrations?: Migrations;
};

/** The key of the lock that one upgrade at a time holds, until its transaction ends. */
const LOCK = 7200;
/** Milliseconds that an upgrade waits for another process on the same file, and between two tries. */
const LONGEST_WAIT = 600_000;
const TRY_EVERY = 100;

/**
 * Applies the missing migrations in one transaction; another process that starts at the same time waits for it.
 * @throws Error when a migration failed (the database is unchanged), or a newer release wrote the data
 */
export async function migrate(kind: Database['kind'], writes: Tx, options: UpgradeOptions = {}): Promise<void> {
  if (await hasAll(writes, kind, options)) return;
  if (options.mayUpgrade === false) await refuseOlder(writes, kind);
  try {
    await (kind === 'sqlite' ? upgradeFile(writes, options) : upgradeServer(writes, options));
  } catch (error) {
    if (isDbError(error) || error instanceof Refusal) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database could not be brought up to date: ${reason}. Use the release that last wrote it, or a newer one.`,
    );
  }
}

/** Applies the migrations up to `last`, for a copy of a database that an older release wrote. */
export async function migrateUpTo(kind: Database['kind'], writes: Tx, last: string): Promise<void> {
  await applyMissing(kind, writes, (name) => name <= last, migrationsOf);
}

class Refusal extends Error {}

/**
 * Whether a database has every migration of this release. Asks for the names alone: the migrator of Kysely would first read the
 * columns of every table.
 * @throws Error when the database has migrations of a newer release, or those from before 1.0.0
 */
async function hasAll(
  tx: Tx,
  kind: Database['kind'],
  { mayBeNewer = false, migrations }: UpgradeOptions,
): Promise<boolean> {
  const known = knownMigrations(migrations);
  const applied = await readApplied(tx, kind);
  const tooOld = whyTooOld(applied);
  if (tooOld !== null) throw new Refusal(tooOld);
  if (known.some((step) => !applied.includes(step))) return false;
  const newer = applied.filter((step) => !known.includes(step));
  if (newer.length === 0 || mayBeNewer) return true;
  throw new Refusal(
    `A newer release has written this database (${newer.join(', ')}). Use that release, or a newer one. ${await wayBack(tx)}`,
  );
}

/** The names of the applied migrations; none before the first start. A failed query would end a transaction of PostgreSQL. */
async function readApplied(tx: Tx, kind: Database['kind']): Promise<string[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql`select 1 from sqlite_schema where name = 'kysely_migration'`.execute(tx)
      : await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(tx);
  return rows.length > 0 ? appliedMigrations(tx) : [];
}

/** @throws Error when an older release wrote the database: its server may run, and could not start again after an upgrade */
async function refuseOlder(tx: Tx, kind: Database['kind']): Promise<void> {
  const last = (await readApplied(tx, kind)).at(-1);
  if (last === undefined) return;
  throw new Refusal(
    `An older release wrote this database (${last}), and a command does not upgrade it. Nothing was changed. Use the command of that release, or start the server of this one first: plumbline start.`,
  );
}

/** How to downgrade: with the backup that was made before the upgrade. The sentence also says what this backup lacks. */
async function wayBack(tx: Tx): Promise<string> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', 'upgrade').executeTakeFirst();
  if (!row) return 'To go back, restore a backup that was made before the upgrade.';
  const { at, path, sha256 } = JSON.parse(row.value) as UpgradeBackup;
  return `To go back, restore the backup that was made before the upgrade, at ${at}: plumbline restore ${path} --replace (sha256 ${sha256}). What was written since is not in it.`;
}

/** A lock of the session would stay with a connection of a pooler; this one ends with the transaction. */
async function upgradeServer(writes: Tx, options: UpgradeOptions): Promise<void> {
  await writes.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true), set_config('synchronous_commit', 'on', true)`.execute(
      tx,
    );
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    await upgrade('postgres', tx, options);
  });
}

/** Kysely's migrator opens no transaction on SQLite. With the single connection, it works inside an open transaction. */
async function upgradeFile(writes: Tx, options: UpgradeOptions): Promise<void> {
  await beginAlone(writes);
  try {
    await upgrade('sqlite', writes, options);
    await sql`commit`.execute(writes);
  } catch (error) {
    // The failure may have ended the transaction already.
    await sql`rollback`.execute(writes).catch(() => {});
    throw error;
  }
}

async function beginAlone(writes: Tx): Promise<void> {
  const until = performance.now() + LONGEST_WAIT;
  for (;;) {
    try {
      await sql`begin immediate`.execute(writes);
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
    }
    await wait(TRY_EVERY);
  }
}

/** Runs with the lock: another process may have upgraded the database meanwhile. */
async function upgrade(kind: Database['kind'], tx: Tx, options: UpgradeOptions): Promise<void> {
  if (await hasAll(tx, kind, options)) return;
  const last = (await readApplied(tx, kind)).at(-1);
  const backup = last === undefined ? null : await options.backUp?.(last);
  if (kind === 'postgres' && last !== undefined) await lockTables(tx, LONGEST_WAIT);
  await applyMissing(kind, tx, () => true, options.migrations ?? migrationsOf);
  if (last === undefined) return;
  await tx.deleteFrom('setting').where('name', '=', 'upgrade').execute();
  if (backup)
    await tx
      .insertInto('setting')
      .values({ name: 'upgrade', value: JSON.stringify(backup) })
      .execute();
}

async function applyMissing(
  kind: Database['kind'],
  db: Kysely<never> | Tx,
  isWanted: (name: string) => boolean,
  migrations: Migrations,
) {
  const wanted = Object.entries(migrations(kind)).filter(([name]) => isWanted(name));
  const provider = { getMigrations: async () => Object.fromEntries(wanted) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
