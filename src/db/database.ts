import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A transaction, or a connection that only reads: the same query text on both databases. */
export type Tx = Kysely<Tables>;

export type Database = {
  kind: 'sqlite' | 'postgres';
  /** For reading only. Sees every committed write. */
  read: Tx;
  /**
   * Runs `work` in a transaction and returns its value after the commit; what it throws undoes all of it.
   * @throws Failure `busy` when the database does not take writes in time
   */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};
