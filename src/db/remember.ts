import type { DatabaseSync } from 'node:sqlite';
import type { Database, Tx } from './database.ts';

/** How many answers are kept; one more, and all are forgotten. */
const MOST = 500;

/**
 * Keeps what was read for as long as SQLite's `data_version` stays as it is: a number that changes, for the connection
 * that asks, with every commit of another connection or process. The connection must be one that never writes.
 */
export function rememberUntilCommit(reader: DatabaseSync, reads: Tx): Database['remember'] {
  const stamp = reader.prepare('PRAGMA data_version');
  const kept = new Map<string, unknown>();
  let version = -1;
  return async <T>(key: string, read: (tx: Tx) => Promise<T>): Promise<T> => {
    const now = Number(stamp.get()?.data_version);
    if (now !== version || kept.size >= MOST) kept.clear();
    version = now;
    const known = kept.get(key);
    if (known !== undefined) return known as T;
    const value = await read(reads);
    // A commit noticed by another call in the meantime may have come before this read or after it.
    if (value !== null && version === now) kept.set(key, value);
    return value;
  };
}
