import type { Kysely } from 'kysely';
import type { Tables } from './schema/tables.ts';

/** A transaction, or a connection that only reads: the same query text on both databases. */
export type Tx = Kysely<Tables>;

export type Database = {
  kind: 'sqlite' | 'postgres';
  /** Whether it can be asked now. While it cannot, whatever is asked of it is refused with `db_unavailable`. */
  isAvailable: () => boolean;
  /** For reading only. Sees every committed write. */
  read: Tx;
  /**
   * Reads what is published: from the last known edition, where one is kept, while the database cannot be asked. `work` may
   * be called twice.
   */
  readPublished: <T>(work: (tx: Tx) => Promise<T>) => Promise<{ value: T; isLastKnown: boolean }>;
  /**
   * Reads, and answers the same key from memory until anybody commits anything. A write that was answered here is always
   * seen; another process's, at the latest in the next turn of the event loop. What is kept is shared: do not change it.
   * A read that throws is not kept, nor what `keep` is against. Where a commit cannot be noticed for less than a read
   * costs, each call reads.
   */
  readCached: <T>(key: string, read: (tx: Tx) => Promise<T>, keep?: (value: T) => boolean) => Promise<T>;
  /**
   * Runs `work` in a transaction and returns its value after the commit; what it throws undoes all of it.
   * @throws Failure `busy` when the database does not take writes in time, `storage_full`, `db_unavailable`
   */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Calls `changed` after each commit of this process, before the write is answered, and within a second of one by
   * another process. It may call without cause. Returns how to stop.
   */
  watch: (changed: () => void) => () => void;
  close: () => Promise<void>;
};
