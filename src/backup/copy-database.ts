import { sql } from 'kysely';
import { requireAlone } from '#db/connection/in-use.ts';
import { databaseFile, openDatabase } from '#db/connection/open.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Progress, ProgressReports } from '#runtime/command-line/progress.ts';
import { indexDraftsAgain } from '#search/draft-index.ts';
import { indexEverythingAgain } from '#search/search-index.ts';
import { type Fingerprint, fingerprint, requireSameRows } from './fingerprint.ts';
import { addRows, backupTables, countRows, type DatabaseSide, derivedTables } from './tables.ts';
import { requireKnownTables } from './verify-file.ts';

/** Changes copied data before anybody sees it: in the transaction that writes it, or before the file takes its place. */
export type ChangeCopy = (copy: DatabaseSide) => Promise<void>;

/**
 * Copies all data from one database to another, empty one. Both addresses have the form of DATABASE_URL.
 * @throws Error when the target is not empty, or does not read back the same
 */
export async function copyDatabase(
  from: string,
  to: string,
  telling: ProgressReports,
  changeCopy: ChangeCopy,
): Promise<Fingerprint[]> {
  databaseFile(to);
  const source = await openSnapshot(from);
  try {
    if (!(await requireKnownTables(source)).isCurrent)
      throw new Error('An older release wrote it; start this release on it first.');
    const target = await openDatabase(to, { isAlone: true });
    try {
      return await fillDatabase(source, target, telling, { changeCopy });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Writes all rows of `from` to an empty database, in one transaction that is committed only when every table reads back the
 * same; then `changeCopy` runs in it. Both must have the tables of this release.
 * @throws Error when the target is not empty and `empty` is not set
 */
export async function fillDatabase(
  from: DatabaseSide,
  to: Database,
  progress: { copying: Progress; comparing: Progress },
  { changeCopy, empty = false }: { changeCopy: ChangeCopy; empty?: boolean },
): Promise<Fingerprint[]> {
  return to.write(async (tx) => {
    const target = { kind: to.kind, tx };
    await makeRoom(target, empty);
    const onTheWay: Parameters<typeof fingerprint>[2] = {
      onTheWay: (table, columns, rows) => addRows(target, table.name, columns, rows),
    };
    const read = await fingerprint(from, progress.copying, onTheWay);
    await indexEverythingAgain(tx);
    await indexDraftsAgain(tx);
    if (to.kind === 'postgres') await advanceSequences(tx);
    requireSameRows(read, await fingerprint(target, progress.comparing, { like: read }));
    if (to.kind === 'postgres') await switchTriggers(tx, 'enable');
    await changeCopy(target);
    return read;
  });
}

/** Whether a restore would lose data. The key that the first start creates does not count. */
export async function isInUse(side: DatabaseSide): Promise<boolean> {
  for (const { name } of backupTables()) if (name !== 'setting' && (await countRows(side, name)) > 0) return true;
  return false;
}

/** @throws Error when a restore would lose data */
export async function requireEmpty(side: DatabaseSide): Promise<void> {
  if (await isInUse(side)) throw new Error('The target has data already; nothing was written.');
}

async function makeRoom(target: DatabaseSide, mayEmpty: boolean): Promise<void> {
  if (target.kind === 'postgres') {
    await requireAlone(target.tx);
    await lockTables(target.tx);
  }
  if (!mayEmpty) await requireEmpty(target);
  else if (await isInUse(target)) await emptyPostgres(target);
  await sql`delete from setting`.execute(target.tx);
}

/** Locks all tables against other writes, and turns off the time limits of this transaction. */
async function lockTables(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
    tx,
  );
  await switchTriggers(tx, 'disable');
}

/** A table without its triggers takes no writes from others until the transaction ends. Some engines have no other lock for this. */
async function switchTriggers(tx: Tx, to: 'enable' | 'disable'): Promise<void> {
  for (const name of await tablesOfPostgres(tx))
    await sql`alter table ${sql.table(name)} ${sql.raw(to)} trigger user`.execute(tx);
}

/** The tables that are filled, the tables derived from them, and tables of removed capabilities that refer to them. */
async function tablesOfPostgres(tx: Tx): Promise<string[]> {
  const own = [...backupTables().map(({ name }) => name), ...derivedTables('postgres')];
  const { rows } = await sql<{ name: string; refers_to: string }>`select conrelid::regclass::text as name,
    confrelid::regclass::text as refers_to from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  const tables = new Set<string>(own);
  for (let count = 0; count !== tables.size; ) {
    count = tables.size;
    for (const { name, refers_to } of rows) if (tables.has(refers_to)) tables.add(name);
  }
  return [...tables];
}

async function emptyPostgres({ kind, tx }: DatabaseSide): Promise<void> {
  if (kind !== 'postgres') throw new Error('A file is not emptied; another file replaces it.');
  await sql`truncate ${sql.join((await tablesOfPostgres(tx)).map((name) => sql.table(name)))} restart identity`.execute(
    tx,
  );
}

/** Sets the next number of each numbered table after the copied numbers. */
async function advanceSequences(tx: Tx): Promise<void> {
  for (const { name } of backupTables().filter((table) => table.isNumbered)) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'seq'), coalesce(max(seq), 1), max(seq) is not null) from ${sql.table(name)}`.execute(
      tx,
    );
  }
  await sql`select pg_notify('plumbline', '')`.execute(tx);
}
