import type { Database, Tx } from '#db/database.ts';
import type { UpgradeOptions } from '#db/schema/upgrade.ts';
import { type ConnectionLog, NO_LOG, trackConnection } from './connection-state.ts';
import { dbUnavailable } from './db-errors.ts';
import { createIntegrityCheck, sizeOf } from './integrity-check.ts';
import { queriesOf } from './node-sqlite.ts';
import { openSqlitePair, type SqlitePair, type WriteHooks } from './sqlite-pair.ts';
import { watchSqlite } from './watch.ts';
import { fileState, hasWatermark, openWatermark, removeWatermark } from './watermark.ts';

/** Longest wait of a command for a lock of another process when it opens the file, in milliseconds. */
const LONGEST_WAIT = 5000;

/** How a server opens its file. Commands leave this out. */
export type ServerOptions = {
  log: ConnectionLog;
  /** Called before each write. @throws the refusal of the write */
  beforeWrite: () => void;
  /** Called with the refusal of each refused statement. */
  onRefusal: (refusal: unknown) => void;
  /** Milliseconds that a start waits for the file. */
  patience: number;
  /** Called when the file cannot be used at all, if that is known only after that time. */
  refused?: ((reason: unknown) => void) | undefined;
};

/**
 * Opens a SQLite file with one writing and one reading connection, and migrates its tables. When the file disappears, is
 * replaced or is damaged, it is closed, and opened again when it exists and is intact.
 * @throws Error when it cannot be opened now; with `server` only when waiting cannot help
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the pair of connections, which a new file replaces
export async function openSqlite(
  path: string,
  { server, ...upgrading }: UpgradeOptions & { server?: ServerOptions } = {},
): Promise<Database> {
  let pair: SqlitePair | null = null;
  let generation = 0;
  const watermark = openWatermark(path, server !== undefined);
  const checkIntegrity = server ? createIntegrityCheck(path) : async () => {};

  const connection = trackConnection(
    { open, close: closePair, reopened: () => watching.notify(), refused: server?.refused },
    server?.log ?? NO_LOG,
  );
  const current = (): SqlitePair => {
    connection.requireHere();
    return pair ?? throwUnavailable();
  };
  const stamp = () => generation * 2 ** 32 + current().version();
  const translate = (error: unknown) => {
    const refusal = connection.translate(error);
    server?.onRefusal(refusal);
    return refusal;
  };
  const read = queriesOf(() => current().reader, translate);
  const { readCached, noteCommit } = createReadCache(stamp, read);
  const watching = watchSqlite(() => {
    checkFile();
    return stamp();
  });
  watching.watch(noteCommit); // before any other listener, which may read again

  await connection.settle(server?.patience ?? null, close);
  return {
    kind: 'sqlite',
    isAvailable: connection.isAvailable,
    read,
    readCached,
    write: async (work) => current().write(work),
    watch: watching.watch,
    clockOffset: () => 0,
    warnings: () => [],
    close,
  };

  async function open(): Promise<void> {
    await checkIntegrity();
    if (sizeOf(path) === 0 && (generation > 0 || hasWatermark(path))) {
      throw new Error(`${path} is gone; put it back, or restore a backup. No new database is created in its place`);
    }
    if (sizeOf(path) === 0) removeWatermark(path);
    const hooks: WriteHooks = {
      before: () => server?.beforeWrite(),
      committed: (to) => {
        watermark.write({ journal: to.journal(), closed: null });
        watching.notify();
      },
      translate,
    };
    const mayBeNewer = generation > 0;
    pair = await openSqlitePair(path, server ? 0 : LONGEST_WAIT, hooks, { ...upgrading, mayBeNewer });
    generation++;
  }

  function closePair(): void {
    const closing = pair;
    pair = null;
    try {
      closing?.close();
    } catch {
      // An uncommitted write is lost, and was not acknowledged.
    }
  }

  /** Closes the file when another file is at its path now, before anything is written to it. */
  function checkFile(): void {
    try {
      pair?.requireSame();
    } catch (error) {
      connection.leave(error);
    }
  }

  async function close(): Promise<void> {
    await watching.close();
    const journal = pair?.journal();
    connection.close();
    if (journal !== undefined) watermark.write({ journal, closed: fileState(path) });
    watermark.close();
  }
}

function throwUnavailable(): never {
  throw dbUnavailable();
}

/** Most values kept; above it, all are dropped. */
const MOST_VALUES = 500;

/** Reads answered from memory until the next commit. `noteCommit` must be called after each commit of this process. */
export type ReadCache = { readCached: Database['readCached']; noteCommit: () => void };

/**
 * Keeps values for as long as `stamp` returns the same number: SQLite's `data_version`, which changes with every commit of
 * another connection or process. The connection must never write. Reading the number takes a lock of the file, so it is
 * read once per turn of the event loop, and after each commit of this process.
 */
function createReadCache(stamp: () => number, reads: Tx): ReadCache {
  const kept = new Map<string, unknown>();
  let version = -1;
  let isFresh = false;

  function readVersion(): number {
    if (isFresh) return version;
    const now = stamp();
    isFresh = true;
    setImmediate(noteCommit);
    if (now !== version || kept.size >= MOST_VALUES) kept.clear();
    version = now;
    return now;
  }

  function noteCommit(): void {
    isFresh = false;
  }

  async function readCached<T>(
    key: string,
    read: (tx: Tx) => Promise<T>,
    keep: (value: T) => boolean = () => true,
  ): Promise<T> {
    const before = readVersion();
    const known = kept.get(key);
    if (known !== undefined) return known as T;
    const value = await read(reads);
    // After a commit in the meantime, nobody can tell whether the read saw it.
    if (keep(value) && readVersion() === before) kept.set(key, value);
    return value;
  }

  return { readCached, noteCommit };
}
