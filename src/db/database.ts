import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A transaction, or a connection that only reads: the same query text on both databases. */
export type Tx = Kysely<Tables>;

export type Database = {
  kind: 'sqlite' | 'postgres';
  /** For reading only. Sees every committed write. */
  read: Tx;
  /**
   * Reads, and answers the same key from memory until anybody commits anything: never older than a read of its own.
   * What is kept is shared, so it must not be changed. Where a commit cannot be noticed for less than a read costs,
   * each call reads. A read that finds null, or throws, is not kept.
   */
  remember: <T>(key: string, read: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Runs `work` in a transaction and returns its value after the commit; what it throws undoes all of it.
   * @throws Failure `busy` when the database does not take writes in time
   */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};
