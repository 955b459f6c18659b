import type { Database, Tx } from '../database.ts';

/** How many answers are kept; one more, and all are forgotten. */
const MOST = 500;

/** Reads that are answered from memory until a commit, and the word that one was made here. */
export type ReadCache = { readCached: Database['readCached']; noteCommit: () => void };

/**
 * Keeps what was read for as long as `stamp` stays as it is: on SQLite the `data_version`, a number that changes, for the
 * connection that asks, with every commit of another connection or process. The connection must be one that never writes.
 * The number costs a lock of the file, so it is asked for once in a turn of the event loop, and after a commit of our own.
 */
export function createReadCache(stamp: () => number, reads: Tx): ReadCache {
  const kept = new Map<string, unknown>();
  let version = -1;
  let isFresh = false;

  function look(): number {
    if (isFresh) return version;
    const now = stamp();
    isFresh = true;
    setImmediate(noteCommit);
    if (now !== version || kept.size >= MOST) kept.clear();
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
    const before = look();
    const known = kept.get(key);
    if (known !== undefined) return known as T;
    const value = await read(reads);
    // A commit in the meantime may have come before this read or after it.
    if (keep(value) && look() === before) kept.set(key, value);
    return value;
  }

  return { readCached, noteCommit };
}
