import { sql } from 'kysely';
import { databaseFile, openDatabase } from '../db/connection/open.ts';
import { openSnapshot } from '../db/connection/snapshot.ts';
import type { Database, Tx } from '../db/database.ts';
import { indexWhatIsLive } from '../db/schema/migrations/0002-search.ts';
import { type Fingerprint, fingerprint, requireSameRows } from './fingerprint.ts';
import type { Progress, ProgressReports } from './progress.ts';
import { addRows, BACKUP_TABLES, countRows, type DatabaseSide } from './tables.ts';
import { requireKnownTables } from './verify-file.ts';

/**
 * Moves everything as it stands now from one database to another, empty one; both addresses are as DATABASE_URL is.
 * @throws Error when the target holds anything, or what was written does not read back the same
 */
export async function copyDatabase(from: string, to: string, telling: ProgressReports): Promise<Fingerprint[]> {
  databaseFile(to);
  const source = await openSnapshot(from);
  try {
    if (!(await requireKnownTables(source)).isCurrent)
      throw new Error('An older release wrote it; start this one on it first.');
    const target = await openDatabase(to);
    try {
      return await fillDatabase(source, target, telling);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Writes everything that is on one side into a database without articles, people or journal, in one transaction that is
 * kept only when every table reads back as it was read. Tables must be of the same release.
 * @throws Error when the target holds anything, unless it may be emptied first
 */
export async function fillDatabase(
  from: DatabaseSide,
  to: Database,
  progress: { copying: Progress; comparing: Progress },
  { empty = false } = {},
): Promise<Fingerprint[]> {
  return to.write(async (tx) => {
    const target = { kind: to.kind, tx };
    await makeRoom(target, empty);
    const onTheWay: Parameters<typeof fingerprint>[2] = {
      onTheWay: (table, columns, rows) => addRows(target, table.name, columns, rows),
    };
    const read = await fingerprint(from, progress.copying, onTheWay);
    await indexWhatIsLive(tx);
    if (to.kind === 'postgres') await goOnCounting(tx);
    requireSameRows(read, await fingerprint(target, progress.comparing, { like: read }));
    return read;
  });
}

/** Whether there is anything a restore would lose. The server's own key, made at the first start, is nothing. */
export async function isInUse(side: DatabaseSide): Promise<boolean> {
  for (const { name } of BACKUP_TABLES) if (name !== 'setting' && (await countRows(side, name)) > 0) return true;
  return false;
}

/** @throws Error when there is anything a restore would lose */
export async function requireEmpty(side: DatabaseSide): Promise<void> {
  if (await isInUse(side)) throw new Error('The target holds a house already; nothing was written.');
}

async function makeRoom(target: DatabaseSide, mayEmpty: boolean): Promise<void> {
  if (target.kind === 'postgres') await holdTables(target.tx);
  if (!mayEmpty) await requireEmpty(target);
  else if (await isInUse(target)) await emptyPostgres(target);
  await sql`delete from setting`.execute(target.tx);
}

/** Nobody else writes until the end, and nothing of ours is cut short. */
async function holdTables(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
    tx,
  );
  await sql`lock table ${everyTable()} in access exclusive mode`.execute(tx);
}

async function emptyPostgres({ kind, tx }: DatabaseSide): Promise<void> {
  if (kind !== 'postgres') throw new Error('A file is not emptied: another one takes its place.');
  for (const { name } of BACKUP_TABLES) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
  await sql`truncate ${everyTable()} restart identity`.execute(tx);
  for (const { name } of BACKUP_TABLES) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
}

/** The next number of each numbered table comes after those that were written with their own. */
async function goOnCounting(tx: Tx): Promise<void> {
  for (const { name } of BACKUP_TABLES.filter((table) => table.isNumbered)) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'seq'), coalesce(max(seq), 1), max(seq) is not null) from ${sql.table(name)}`.execute(
      tx,
    );
  }
  await sql`select pg_notify('plumbline', '')`.execute(tx);
}

function everyTable() {
  return sql.join([...BACKUP_TABLES.map(({ name }) => name), 'search'].map((name) => sql.table(name)));
}
