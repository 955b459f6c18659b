import { DatabaseSync } from 'node:sqlite';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

// Run as a worker, so that the house serves while a large file is read through.

/** What is wrong with a database file, in SQLite's words (null when nothing is), and how far its journal has come. */
export type Checked = { wrong: string | null; journal: number };

/** Reads the database file at `path` through, without changing it. */
export async function quickCheck(path: string): Promise<Checked> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { quickCheck: path } });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the check ended without a word')));
  });
}

function check(path: string): Checked {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    const found = db.prepare('PRAGMA quick_check(3)').all().map(firstText).join('; ');
    const tables = db.prepare("select count(*) from sqlite_schema where name = 'sqlite_sequence'").all().map(firstText);
    const journal =
      tables[0] === '1'
        ? db.prepare("select seq from sqlite_sequence where name = 'journal'").all().map(firstText)
        : [];
    db.close();
    return { wrong: found === 'ok' ? null : found, journal: Number(journal[0] ?? 0) };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error), journal: 0 };
  }
}

function firstText(row: Record<string, unknown>): string {
  return String(Object.values(row)[0]);
}

if (!isMainThread && workerData?.quickCheck) parentPort?.postMessage(check(workerData.quickCheck));
