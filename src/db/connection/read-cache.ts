import type { Database, Tx } from '../database.ts';

/** Most values kept; above it, all are dropped. */
const MOST_VALUES = 500;

/** Reads answered from memory until the next commit. `noteCommit` must be called after each commit of this process. */
export type ReadCache = { readCached: Database['readCached']; noteCommit: () => void };

/**
 * Keeps values for as long as `stamp` returns the same number: SQLite's `data_version`, which changes with every commit of
 * another connection or process. The connection must never write. Reading the number takes a lock of the file, so it is
 * read once per turn of the event loop, and after each commit of this process.
 */
export function createReadCache(stamp: () => number, reads: Tx): ReadCache {
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
    // After a commit in the meantime it is not known whether the read saw it.
    if (keep(value) && readVersion() === before) kept.set(key, value);
    return value;
  }

  return { readCached, noteCommit };
}
