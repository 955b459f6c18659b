import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Failure } from '#core/failure.ts';
import { fileState, hasWatermark, readWatermark } from './watermark.ts';

/**
 * Makes the check of the database file at `path`, to run before the file is opened: the file exists when its
 * watermark says that it did, it is intact, and it is not older than the acknowledged writes. A file that was closed
 * properly and has not changed since is not read; a damaged file is not read again until it changes.
 * @throws Failure `db_unavailable` that says what is wrong and what to do, for the log
 */
export function createIntegrityCheck(path: string): () => Promise<void> {
  let damaged: { state: string; why: Failure } | null = null;

  return async () => {
    if (sizeOf(path) === 0) {
      if (!hasWatermark(path)) return;
      throw refusal(
        `There is no database at ${path}. Put it back, or restore a backup. To start again with an empty site, delete ${path}-mark.`,
      );
    }
    const closed = readWatermark(path)?.closed ?? null;
    if (closed !== null && closed === fileState(path)) return;
    const state = fileStamp(path);
    if (damaged?.state === state) throw damaged.why;
    const why = await findDamage(path);
    damaged = why && { state: fileStamp(path), why };
    if (why) throw why;
  };
}

async function findDamage(path: string): Promise<Failure | null> {
  const { wrong, journal } = await quickCheck(path);
  if (wrong !== null) {
    return refusal(
      `${path} is damaged (${wrong}). Put a backup in its place, its -wal and -shm removed; no restart is needed.`,
    );
  }
  const promised = readWatermark(path)?.journal ?? 0;
  if (journal >= promised) return null;
  return refusal(
    `${path} is older than the acknowledged writes: its journal ends with line ${journal}, but line ${promised} was acknowledged. Put the right file in its place, with its -wal; or, if this one is a backup put here on purpose, delete ${path}-mark.`,
  );
}

/** A text that changes when the file changes. */
function fileStamp(path: string): string {
  return ['', '-wal', '-mark']
    .map((end) => statSync(path + end, { throwIfNoEntry: false }))
    .map((stat) => `${stat?.ino}:${stat?.size}:${stat?.mtimeMs}`)
    .join(' ');
}

/** The size of a file in bytes; 0 when it does not exist. SQLite treats an empty file as a new database. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function refusal(why: string): Failure {
  return new Failure('db_unavailable', why);
}

/** The damage that SQLite reports for a database file, or null, and the number of its last journal entry. */
export type QuickCheck = { wrong: string | null; journal: number };

/** Reads the whole database file at `path` without changing it, in a thread: a large file takes long. */
async function quickCheck(path: string): Promise<QuickCheck> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { quickCheck: path } });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the check ended without a result')));
  });
}

function check(path: string): QuickCheck {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    const report = db.prepare('PRAGMA quick_check(3)').all().map(firstText).join('; ');
    const tables = db.prepare("select count(*) from sqlite_schema where name = 'sqlite_sequence'").all().map(firstText);
    const journal =
      tables[0] === '1'
        ? db.prepare("select seq from sqlite_sequence where name = 'journal'").all().map(firstText)
        : [];
    db.close();
    return { wrong: report === 'ok' ? null : report, journal: Number(journal[0] ?? 0) };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error), journal: 0 };
  }
}

function firstText(row: Record<string, unknown>): string {
  return String(Object.values(row)[0]);
}

if (!isMainThread && workerData?.quickCheck) parentPort?.postMessage(check(workerData.quickCheck));
