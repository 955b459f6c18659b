import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from '#db/schema/tables.ts';

/** A transaction, or a connection that only reads: the same query text on both databases. */
export type Tx = Kysely<Tables>;

export type Database = {
  kind: 'sqlite' | 'postgres';
  /** Whether the database can be reached. While it cannot, every read and write is refused with `db_unavailable`. */
  isAvailable: () => boolean;
  /** A connection that only reads. It sees every committed write. */
  read: Tx;
  /**
   * Reads, and returns the same value for the same key from memory until the next commit of any process. A write of this
   * process is seen at once; a write of another process at the latest in the next turn of the event loop. Callers share
   * the value: do not change it. A value is not kept when the read throws or `keep` returns false. On PostgreSQL every call
   * reads, because noticing a commit would cost as much as the read.
   */
  readCached: <T>(key: string, read: (tx: Tx) => Promise<T>, keep?: (value: T) => boolean) => Promise<T>;
  /**
   * Runs `work` in a transaction and returns its value after the commit. When `work` throws, nothing is written.
   * @throws Failure `busy` when the write gets no turn in time, `storage_full`, `db_unavailable`
   */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Calls `changed` after each commit of this process, before `write` returns, and within a second of a commit of another
   * process. It may call `changed` without a commit. Returns the function that stops it.
   */
  watch: (changed: () => void) => () => void;
  /**
   * Milliseconds to add to the clock of this process, so that all machines have one time: that of a PostgreSQL server. 0 while both
   * agree within two seconds, and with a file.
   */
  clockOffset: () => number;
  /** The problems that an operator should fix, each in a few words. */
  warnings: () => string[];
  close: () => Promise<void>;
};

/** A value of a prepared query, in its place until the query runs. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query for a hot path: `build` runs once for each kind of database, with a placeholder for each value, and every call then
 * only puts its values into the finished SQL. So `build` must not decide anything by a value, and every call gives the same
 * names.
 */
export function prepared<Values extends object, Row = unknown>(
  build: (tx: Tx, values: Values) => { compile: () => CompiledQuery<Row> },
): (tx: Tx, values: Values) => Promise<QueryResult<Row>> {
  const built = new Map<unknown, CompiledQuery<Row>>();
  return (tx, values) => {
    const kind = tx.getExecutor().adapter.constructor;
    const query = built.get(kind) ?? build(tx, placeholders(values)).compile();
    built.set(kind, query);
    const given = values as Record<string, unknown>;
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? given[parameter.name] : parameter,
    );
    return tx.executeQuery({ ...query, parameters });
  };
}

function placeholders<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as Values;
}
