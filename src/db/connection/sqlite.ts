import { Kysely, SqliteDialect } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../schema/tables.ts';
import { type ConnectionLog, NO_LOG, trackConnection } from './connection-state.ts';
import { dbUnavailable } from './db-errors.ts';
import { createIntegrityCheck, sizeOf } from './integrity-check.ts';
import { toKyselyDatabase } from './node-sqlite.ts';
import { createReadCache } from './read-cache.ts';
import { openSqlitePair, type SqlitePair } from './sqlite-pair.ts';
import { watchSqlite } from './watch.ts';
import { fileState, hasWatermark, openWatermark, removeWatermark } from './watermark.ts';

/** How long a command waits, when it opens the file, for a lock another process holds, in milliseconds. */
const LONGEST_WAIT = 5000;

/** How a server keeps its file: what it looks at before it trusts it. */
export type ServerOptions = {
  notes: ConnectionLog;
  /** What to do about a file that is not there, in words; null where a new one may be made. */
  missing: () => string | null;
  /** Called before each write. @throws what the write is refused with */
  before: () => void;
  /** Told what a write was refused with. */
  refused: (refusal: unknown) => void;
  /** Milliseconds a start waits for the file. */
  patience: number;
};

/**
 * Opens a SQLite file with one writing and one reading connection, its tables brought up to date. When the file goes away,
 * is replaced or found corrupt, it is let go of, and taken up again when it is there and sound.
 * @throws Error when it cannot be opened now, unless `keeping` is given and it may come back
 */
export async function openSqlite(path: string, keeping?: ServerOptions): Promise<Database> {
  let pair: SqlitePair | null = null;
  let generation = 0;
  const mark = openWatermark(path, keeping !== undefined);
  const inspect = keeping ? createIntegrityCheck(path, keeping.missing) : async () => {};

  const standing = trackConnection({ arrive, depart, arrived: () => watching.tell() }, keeping?.notes ?? NO_LOG);
  const here = (): SqlitePair => {
    standing.requireHere();
    return pair ?? fail();
  };
  const stamp = () => generation * 2 ** 32 + here().version();
  const judge = (error: unknown) => {
    const told = standing.judge(error);
    keeping?.refused(told);
    return told;
  };
  const read = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: toKyselyDatabase(() => here().reader, judge) }),
  });
  const { readCached, noteCommit } = createReadCache(stamp, read);
  const watching = watchSqlite(() => {
    lookAfter();
    return stamp();
  });

  await standing.settle(keeping?.patience ?? null, close);
  return {
    kind: 'sqlite',
    isAvailable: standing.isAvailable,
    read,
    readPublished: async (work) => ({ value: await work(read), isLastKnown: false }),
    readCached,
    write: async (work) => here().write(work),
    watch: watching.watch,
    close,
  };

  async function arrive(): Promise<void> {
    await inspect();
    if (sizeOf(path) === 0 && (generation > 0 || (!keeping && hasWatermark(path)))) {
      throw new Error(`${path} is gone; put it back, or restore a backup. Nothing new is made in its place`);
    }
    if (sizeOf(path) === 0) removeWatermark(path);
    pair = await openSqlitePair(path, keeping ? 0 : LONGEST_WAIT, {
      before: () => keeping?.before(),
      committed: (to) => {
        mark.write({ journal: to.journal(), closed: null });
        noteCommit();
        watching.tell();
      },
      judge,
    });
    generation++;
  }

  function depart(): void {
    const left = pair;
    pair = null;
    try {
      left?.close();
    } catch {
      // What was not committed is lost with it, and was not acknowledged.
    }
  }

  /** Lets go of a file that is no longer the one at the path, before anything is written to it. */
  function lookAfter(): void {
    try {
      pair?.requireSame();
    } catch (error) {
      standing.leave(error);
    }
  }

  async function close(): Promise<void> {
    await watching.close();
    const journal = pair?.journal();
    standing.close();
    if (journal !== undefined) mark.write({ journal, closed: fileState(path) });
    mark.close();
  }
}

function fail(): never {
  throw dbUnavailable();
}
