import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** Most prepared statements kept for a connection. */
const MOST_STATEMENTS = 500;

/**
 * Adapts node:sqlite to the interface of Kysely's SQLite dialect. Statements run on the connection that `current` returns
 * and are prepared once. `failed` turns an error of a statement into the error to throw.
 */
export function toKyselyDatabase(
  current: () => DatabaseSync,
  failed: (error: unknown) => unknown = (error) => error,
): SqliteDatabase {
  let prepared = new Map<string, ReturnType<typeof wrap>>();
  let preparedFor: DatabaseSync | null = null;

  function guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw failed(error);
    }
  }

  function wrap(statement: StatementSync) {
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    const reader = statement.columns().length > 0;
    // FTS5 gives its own rows numbers above the safe integers, and every write returns the number of the last row.
    if (!reader) statement.setReadBigInts(true);
    return {
      reader,
      all: (parameters: readonly unknown[]) => guarded(() => statement.all(...values(parameters))),
      run: (parameters: readonly unknown[]) => guarded(() => statement.run(...values(parameters))),
      iterate: (parameters: readonly unknown[]) => guarded(() => statement.iterate(...values(parameters))),
    };
  }

  return {
    close: () => {}, // the caller closes the connection
    prepare: (sql) =>
      guarded(() => {
        const db = current();
        if (db !== preparedFor) prepared = new Map();
        preparedFor = db;
        const known = prepared.get(sql) ?? wrap(db.prepare(sql));
        if (prepared.size < MOST_STATEMENTS) prepared.set(sql, known);
        return known;
      }),
  };
}
