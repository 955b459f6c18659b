import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isLocked } from '#db/connection/db-errors.ts';
import { databaseFile, openDatabase } from '#db/connection/open.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { removeWatermark } from '#db/connection/watermark.ts';
import type { ProgressReports } from '#runtime/command-line/progress.ts';
import type { Files } from '#runtime/files/files.ts';
import { type ChangeCopy, fillDatabase, isInUse, requireEmpty } from './copy-database.ts';
import { fingerprint, requireSameRows, totalRows } from './fingerprint.ts';
import { dropFiles, restoreFiles } from './media-files.ts';
import { requireKnownTables, requireValid, syncToDisk } from './verify-file.ts';

/** `changeCopy` changes the data before anybody sees it. */
type HowToRestore = { telling: ProgressReports; changeCopy: ChangeCopy };

/** The number of restored rows and files, and the path at which the previous database is kept. */
export type RestoreResult = { rows: number; files: number; kept: string | null };

/**
 * Replaces the database at `url` with a backup: checks the backup first, writes its files to the store, then replaces the data and
 * compares. An existing SQLite file is kept with the time in its name; PostgreSQL tables are emptied in the same transaction.
 * @throws Error when the target has data and `replace` is not given, a server has it open, or the backup is damaged
 */
export async function restore(
  backup: string,
  url: string,
  store: Files,
  { at, replace, ...how }: HowToRestore & { at: string; replace: boolean },
): Promise<RestoreResult> {
  const target = databaseFile(url);
  if (target === null) return restoreToServer(backup, url, store, { replace, ...how });
  if (!replace && (await isTaken(target))) {
    throw new Error(`${target} has data already; give --replace to replace it with the backup.`);
  }
  return restoreToFile(backup, target, store, { at, ...how });
}

async function restoreToFile(
  backup: string,
  target: string,
  store: Files,
  { at, telling, changeCopy }: HowToRestore & { at: string },
): Promise<RestoreResult> {
  const { tables } = await requireValid(`file:${backup}`, telling.comparing);
  mkdirSync(dirname(target), { recursive: true });
  const fresh = `${target}.restoring`;
  try {
    copyBackup(backup, fresh);
    const snapshot = await openSnapshot(`file:${fresh}`);
    requireSameRows(tables, await fingerprint(snapshot, telling.comparing));
    await snapshot.close();
    await changeFile(fresh, changeCopy);
    syncToDisk(fresh);
    const files = await restoreFiles(backup, store, telling.copying);
    const kept = existsSync(target) ? setAside(target, at) : null;
    removeWatermark(target);
    renameSync(fresh, target);
    syncToDisk(target);
    return { rows: totalRows(tables), files, kept };
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(fresh + end, { force: true });
  }
}

async function restoreToServer(
  backup: string,
  url: string,
  store: Files,
  { replace, telling, changeCopy }: HowToRestore & { replace: boolean },
): Promise<RestoreResult> {
  const { tables } = await requireValid(`file:${backup}`, telling.comparing);
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-restore-'));
  try {
    const source = await openSnapshot(`file:${await currentForm(backup, folder)}`);
    const target = await openDatabase(url, { isAlone: true });
    try {
      if (!replace) await requireEmpty({ kind: target.kind, tx: target.read });
      const files = await restoreFiles(backup, store, telling.copying);
      await fillDatabase(source, target, telling, { changeCopy, empty: replace });
      return { rows: totalRows(tables), files, kept: null };
    } finally {
      await source.close();
      await target.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The path of the backup, or of a migrated copy when an older release wrote the backup. */
async function currentForm(backup: string, folder: string): Promise<string> {
  const snapshot = await openSnapshot(`file:${backup}`);
  const { isCurrent } = await requireKnownTables(snapshot);
  await snapshot.close();
  if (isCurrent) return backup;
  const copy = join(folder, 'plumbline.db');
  copyBackup(backup, copy);
  const db = await openDatabase(`file:${copy}`);
  await db.close();
  return copy;
}

function copyBackup(backup: string, copy: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  copyFileSync(backup, copy, constants.COPYFILE_FICLONE);
  dropFiles(copy);
}

/** Upgrades a database file, and changes its data. */
async function changeFile(path: string, change: ChangeCopy): Promise<void> {
  const db = await openDatabase(`file:${path}`);
  try {
    await db.write((tx) => change({ kind: db.kind, tx }));
  } finally {
    await db.close();
  }
}

async function isTaken(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const snapshot = await openSnapshot(`file:${path}`);
  try {
    return await isInUse(snapshot);
  } finally {
    await snapshot.close();
  }
}

/** Renames a database file that nobody has open, after merging its write-ahead log. Returns the new path. */
function setAside(path: string, at: string): string {
  foldLog(path);
  const kept = `${path}.before-restore-${at.replaceAll(':', '-')}`;
  for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, kept + end);
  return kept;
}

/** SQLite leaves WAL mode only when no other connection is open. A file too damaged for this is renamed unchanged. */
function foldLog(path: string): void {
  try {
    const db = new DatabaseSync(path, { timeout: 0 });
    try {
      db.exec('PRAGMA journal_mode=DELETE');
    } finally {
      db.close();
    }
  } catch (error) {
    if (isLocked(error)) throw new Error(`A server has ${path} open; stop it first.`);
  }
}
