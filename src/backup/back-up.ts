import { backup, DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#db/connection/open.ts';
import { openSnapshot, type Snapshot } from '#db/connection/snapshot.ts';
import type { Progress, ProgressReports } from '#runtime/command-line/progress.ts';
import type { Files } from '#runtime/files/files.ts';
import { fillDatabase } from './copy-database.ts';
import { totalRows } from './fingerprint.ts';
import { addFiles } from './media-files.ts';
import { finishFile, removePartial, startFile } from './new-file.ts';
import { hashFile, requireKnownTables, requireValid, syncToDisk } from './verify-file.ts';

/** Pages copied between two progress reports. */
const PAGES_AT_ONCE = 2000;

/** The number of rows and files in a backup, its SHA-256, and the names of files missing in the store. */
export type BackupResult = { rows: number; files: number; missing: string[]; sha256: string };

/**
 * Writes all data at `url` as of now, and the files that its rows name, to a new SQLite file. A server may keep writing. The
 * file gets its name only when it is complete, verified and on the disk.
 * @throws Error when the file exists, or the copy differs
 */
export async function backUp(url: string, store: Files, path: string, telling: ProgressReports): Promise<BackupResult> {
  const partial = startFile(path);
  try {
    const snapshot = await openSnapshot(url);
    let files: { kept: number; missing: string[] };
    try {
      await (snapshot.file ? copyPages(snapshot.file, partial, telling.copying) : copyRows(snapshot, partial, telling));
      makeOneFile(partial);
      files = await addFiles(partial, snapshot, store, telling.copying);
    } finally {
      await snapshot.close();
    }
    const { tables } = await requireValid(`file:${partial}`, telling.comparing);
    syncToDisk(partial);
    const sha256 = await hashFile(partial);
    finishFile(partial, path);
    syncToDisk(path);
    return { rows: totalRows(tables), files: files.kept, missing: files.missing, sha256 };
  } catch (error) {
    removePartial(partial);
    throw error;
  }
}

/** The open read transaction of the snapshot makes this a copy of one moment, whatever is written meanwhile. */
export async function copyPages(from: DatabaseSync, to: string, copying: Progress): Promise<void> {
  await backup(from, to, {
    rate: PAGES_AT_ONCE,
    progress: ({ totalPages, remainingPages }) => copying(totalPages - remainingPages, totalPages, 'pages'),
  });
}

async function copyRows(from: Snapshot, to: string, telling: ProgressReports): Promise<void> {
  if (!(await requireKnownTables(from)).isCurrent) {
    throw new Error(
      'An older release wrote this database; back it up with that release, or start this release on it first.',
    );
  }
  const target = await openDatabase(`file:${to}`);
  try {
    await fillDatabase(from, target, telling, { changeCopy: async () => {} });
  } finally {
    await target.close();
  }
}

/** Turns the write-ahead log off, so that the copy is one file. */
export function makeOneFile(path: string): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode=DELETE');
  db.close();
}
