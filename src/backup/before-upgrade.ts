import { join } from 'node:path';
import { sql } from 'kysely';
import { createOlderFile } from '#db/connection/older-file.ts';
import { openSnapshot, type Snapshot } from '#db/connection/snapshot.ts';
import type { UpgradeBackup, UpgradeOptions } from '#db/schema/upgrade.ts';
import { indexDraftsAgain } from '#search/draft-index.ts';
import { indexEverything } from '#search/search-index.ts';
import { copyPages, makeOneFile } from './back-up.ts';
import { fingerprint, requireSameRows, totalRows } from './fingerprint.ts';
import { finishFile, removePartial, startFile } from './new-file.ts';
import { addRows, countRows } from './tables.ts';
import { hashFile, requireValid, syncToDisk } from './verify-file.ts';

/** Tables of every release. A database with none of their rows has nothing to lose. */
const FIRST_TABLES = ['article', 'editor', 'journal'];
const QUIET = () => {};

type Options = {
  /** The folder of the backups; null when none is made. */
  folder: string | null;
  now: () => string;
  say: (message: string) => void;
};

/** How to make a backup of the database at `url` before this release changes its tables. */
export function backUpBeforeUpgrade(url: string, { folder, now, say }: Options): NonNullable<UpgradeOptions['backUp']> {
  return async (last) => {
    if (folder === null) return null;
    try {
      return await writeBackup(url, last, { folder, at: now(), say });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`no backup could be made before the upgrade, so nothing was changed (${reason}). ${INSTEAD}`);
    }
  };
}

const INSTEAD = 'With a backup of your own, set UPGRADE_BACKUP=off';

async function writeBackup(
  url: string,
  last: string,
  { folder, at, say }: { folder: string; at: string; say: Options['say'] },
): Promise<UpgradeBackup | null> {
  const snapshot = await openSnapshot(url);
  const path = join(folder, `before-upgrade-from-${last.slice(0, 4)}-${at.replace(/[:.]/g, '-')}.db`);
  let partial: string | undefined;
  try {
    if (await isEmpty(snapshot)) return null;
    say(`Writing a backup before the upgrade: ${path}`);
    partial = startFile(path);
    await (snapshot.file ? copyPages(snapshot.file, partial, QUIET) : copyRows(snapshot, partial, last));
    makeOneFile(partial);
    const { tables } = await requireValid(`file:${partial}`, QUIET);
    syncToDisk(partial);
    const sha256 = await hashFile(partial);
    finishFile(partial, path);
    syncToDisk(path);
    say(`The backup is whole: ${totalRows(tables)} rows. Now the tables are brought up to date.`);
    return { at, path, sha256 };
  } catch (error) {
    if (partial) removePartial(partial);
    throw error;
  } finally {
    await snapshot.close();
  }
}

async function isEmpty(snapshot: Snapshot): Promise<boolean> {
  for (const table of FIRST_TABLES) if ((await countRows(snapshot, table)) > 0) return false;
  return true;
}

/** Copies a PostgreSQL database to a file with the tables of the release that wrote it, and compares all rows. */
async function copyRows(from: Snapshot, to: string, last: string): Promise<void> {
  const file = await createOlderFile(to, last);
  try {
    const target = { kind: 'sqlite', tx: file.tx } as const;
    await sql`begin`.execute(file.tx);
    await sql`delete from setting`.execute(file.tx);
    const read = await fingerprint(from, QUIET, {
      onTheWay: (table, columns, rows) => addRows(target, table.name, columns, rows),
    });
    await indexEverything(file.tx);
    await indexDraftsAgain(file.tx);
    await sql`commit`.execute(file.tx);
    requireSameRows(read, await fingerprint(target, QUIET, { like: read }));
  } finally {
    file.close();
  }
}
