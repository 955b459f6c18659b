import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionLog } from '#db/connection/connection-state.ts';
import { openReplicaFile, type ReplicaFile, removeReplicaFile } from '#db/connection/replica-file.ts';
import type { Database, Tx } from '#db/database.ts';
import { followCommits } from '#runtime/follow-log.ts';
import { indexArticle } from '#search/index-terms.ts';
import { clearFallback, readLive, writeLive } from './copy-live-rows.ts';

// The fallback: a file in the data folder that holds the last known published state and nothing else. It follows the
// publication log, and readers get it while the database cannot be reached.

/** The most lines of the log read in one transaction. */
const AT_ONCE = 50;
/** The most articles copied in one transaction while the fallback is filled: readers wait for its end. */
const FILL_AT_ONCE = 10;
/** Milliseconds between a commit and the check whether it published anything. */
const PAUSE = 100;

/** The path of the fallback. */
export function fallbackPath(dataDir: string): string {
  return join(dataDir, 'last-edition.db');
}

/** The advice when the database file is missing although a fallback shows that it existed; null when there is no fallback. */
export function missingDatabaseAdvice(dataDir: string): string | null {
  const path = fallbackPath(dataDir);
  if (!existsSync(path)) return null;
  return `Put it back, or restore a backup. To start again with an empty site, delete ${path}.`;
}

export type Fallback = {
  /** Reads from the fallback; null while the fallback is not complete. */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<{ value: T } | null>;
  /** Resolves when everything published before the call is in the fallback, or the database cannot be read. */
  catchUp: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens the fallback at `path` and updates it after each publication, in one process at a time. */
export async function openFallback(path: string, db: Database, log: ConnectionLog): Promise<Fallback> {
  let file: ReplicaFile | null = await openOrLog();
  let closed = false;
  let loggedReason = '';
  /** Whether the write-ahead log of the file may still hold text that was deleted from the file. */
  let isWalFull = false;
  const follower = followCommits(db, update, PAUSE);
  follower.lookAgain();

  return {
    read: async (work) => {
      if (!file || !(await isComplete(file.read))) return null;
      return { value: await work(file.read) };
    },
    catchUp: async () => {
      follower.lookAgain();
      await follower.catchUp();
    },
    close: async () => {
      closed = true;
      await follower.stop();
      file?.close();
    },
  };

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one update from the state of the database to the log file: where it stops decides what is logged
  async function update(): Promise<void> {
    try {
      if (!db.isAvailable()) return;
      if (!existsSync(path)) {
        file?.close();
        file = null;
      }
      file ??= await createFile();
      for (let began = performance.now(); !closed && (await step(db.read, file)); began = performance.now()) {
        loggedReason = '';
        isWalFull = true;
        // The first filling of a large site takes minutes: readers get half of the processor meanwhile.
        if (!(await isComplete(file.read))) await wait(performance.now() - began);
      }
      if (isWalFull && !closed) isWalFull = !file.emptyLog();
      if (isWalFull) follower.lookAgain(); // a reader has the file open
    } catch (error) {
      if (!db.isAvailable() || closed) return;
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== loggedReason) log.error({ error: reason }, 'the fallback could not be updated');
      loggedReason = reason;
    }
  }

  async function openOrLog(): Promise<ReplicaFile | null> {
    try {
      return await openReplicaFile(path);
    } catch (error) {
      log.error({ error: String(error) }, 'the fallback cannot be opened; it is made again from the database');
      return null;
    }
  }

  async function createFile(): Promise<ReplicaFile> {
    removeReplicaFile(path);
    return openReplicaFile(path);
  }
}

type Line = { seq: number; at: string; article_id: string };

/** Updates the fallback by one step; false when there is nothing to do, or another process does it. */
async function step(main: Tx, file: ReplicaFile): Promise<boolean> {
  const site = await siteId(main);
  const position = await lastLine(file.read);
  if ((await setting(file.read, 'house')) !== site || !(await isIn(main, position))) {
    const head = await lastLine(main);
    return writeStep(file, position, async (tx) => {
      await clearFallback(tx);
      await put(tx, 'house', site);
      if (head) await keepLine(tx, head);
    });
  }
  if (!(await isComplete(file.read))) return fill(main, file, position);
  if (await indexSome(file)) return true;
  const lines = await main
    .selectFrom('publication_log')
    .selectAll()
    .where('seq', '>', position?.seq ?? 0)
    .orderBy('seq')
    .limit(AT_ONCE)
    .execute();
  const last = lines.at(-1);
  if (!last) return false;
  const ids = [...new Set(lines.map((line) => line.article_id))];
  const hasProfiles = lines.some(({ act, slug }) => act === 'placed' && slug === 'authors');
  const live = await readLive(main, ids, hasProfiles ? await authorsOf(file.read) : []);
  return writeStep(file, position, async (tx) => {
    await writeLive(tx, ids, live);
    await keepLine(tx, last);
  });
}

/** Indexes a few articles again after an upgrade changed the search index; false when none waits. */
async function indexSome(file: ReplicaFile): Promise<boolean> {
  const waiting = await file.read.selectFrom('search_unindexed').select('article_id').limit(FILL_AT_ONCE).execute();
  if (waiting.length === 0) return false;
  const done = await file.write(async (tx) => {
    for (const { article_id } of waiting) await indexArticle(tx, article_id);
    return true;
  });
  return done === true;
}

/** The ids of the authors in the fallback: those of published articles. */
async function authorsOf(tx: Tx): Promise<string[]> {
  return (await tx.selectFrom('author').select('id').execute()).map(({ id }) => id);
}

/** Fills the fallback in the order of ids. The log has everything published meanwhile, after the line at which filling began. */
async function fill(main: Tx, file: ReplicaFile, position: Line | null): Promise<boolean> {
  const after = (await setting(file.read, 'filled')) ?? '';
  const page = await main
    .selectFrom('article')
    .select('id')
    .where('id', '>', after)
    .where('live_revision', 'is not', null)
    .orderBy('id')
    .limit(FILL_AT_ONCE)
    .execute();
  const ids = page.map(({ id }) => id);
  const live = ids.length > 0 ? await readLive(main, ids) : null;
  return writeStep(file, position, async (tx) => {
    if (((await setting(tx, 'filled')) ?? '') !== after) return;
    if (live) await writeLive(tx, ids, live);
    await put(tx, ids.length < FILL_AT_ONCE ? 'complete' : 'filled', ids.at(-1) ?? '');
  });
}

/** Writes a step, unless another process has written it since `position` was read. */
async function writeStep(file: ReplicaFile, position: Line | null, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  const done = await file.write(async (tx) => {
    if ((await lastLine(tx))?.seq === position?.seq) await work(tx);
    return true;
  });
  return done === true;
}

/** Whether the database contains the line at the fallback's position: a restored backup may not. */
async function isIn(main: Tx, position: Line | null): Promise<boolean> {
  if (!position) return true;
  const line = await main.selectFrom('publication_log').selectAll().where('seq', '=', position.seq).executeTakeFirst();
  return line !== undefined && line.at === position.at && line.article_id === position.article_id;
}

/** Replaces the position of the fallback: it keeps only its last line of the log. */
async function keepLine(tx: Tx, { seq, at, article_id }: Line): Promise<void> {
  await tx.deleteFrom('publication_log').execute();
  await tx
    .insertInto('publication_log')
    .values({ seq, at, article_id, act: '', desk: '', slug: '', revision: null })
    .execute();
}

async function lastLine(tx: Tx): Promise<Line | null> {
  const last = tx.selectFrom('publication_log').selectAll().orderBy('seq', 'desc').limit(1);
  return (await last.executeTakeFirst()) ?? null;
}

/** A hash that identifies the site and reveals nothing about its key. */
async function siteId(main: Tx): Promise<string> {
  return createHash('sha256')
    .update(`house ${(await setting(main, 'key')) ?? ''}`)
    .digest('hex');
}

async function isComplete(tx: Tx): Promise<boolean> {
  return (await setting(tx, 'complete')) !== null;
}

async function setting(tx: Tx, name: string): Promise<string | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

async function put(tx: Tx, name: string, value: string): Promise<void> {
  await tx.insertInto('setting').orReplace().values({ name, value }).execute();
}
