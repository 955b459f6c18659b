import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openSnapshot } from '#db/connection/snapshot.ts';
import type { ProgressReports } from '#runtime/command-line/progress.ts';
import { folderFiles } from '#runtime/files/files.ts';
import { inspectData, type JournalEnd } from './inspect.ts';
import { missingFiles } from './media-files.ts';
import { restore } from './restore.ts';

/** The result of a tried restore: `lastChange` is the UTC ISO time of the last line of the publication log. */
export type TriedRestore = {
  rows: number;
  files: number;
  live: number;
  lastChange: string | null;
  journalEnd: JournalEnd | null;
  wrong: string[];
};

/**
 * Restores a backup into a new folder in `beside`, reads all of it there, and deletes the folder. The site and its files stay as
 * they are, and a server may run.
 * @throws Error when the backup cannot be restored
 */
export async function tryRestore(
  backup: string,
  beside: string,
  { at, telling }: { at: string; telling: ProgressReports },
): Promise<TriedRestore> {
  mkdirSync(beside, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(beside, 'restore-try-'));
  try {
    const url = `file:${join(folder, 'plumbline.db')}`;
    const store = folderFiles(join(folder, 'media'));
    const restored = await restore(backup, url, store, { at, replace: false, telling, changeCopy: async () => {} });
    const snapshot = await openSnapshot(url);
    try {
      const { wrong, journalEnd } = await inspectData(snapshot, telling.comparing);
      for (const name of await missingFiles(snapshot, store.has)) wrong.push(`the file ${name} is not in the backup`);
      const live = snapshot.tx.selectFrom('article').where('live_revision', 'is not', null);
      const { count } = await live.select((is) => is.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      const last = snapshot.tx.selectFrom('publication_log').select('at').orderBy('seq', 'desc').limit(1);
      const lastChange = (await last.executeTakeFirst())?.at ?? null;
      return { rows: restored.rows, files: restored.files, live: Number(count), lastChange, journalEnd, wrong };
    } finally {
      await snapshot.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
