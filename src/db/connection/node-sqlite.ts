import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** Statements kept prepared for a connection. */
const MOST = 500;

/**
 * node:sqlite in the shape Kysely's own SQLite dialect asks for, on whatever connection `current` gives, with each statement
 * prepared once. What a statement throws is passed through `failed`, which says what to throw instead.
 */
export function toKyselyDatabase(
  current: () => DatabaseSync,
  failed: (error: unknown) => unknown = (error) => error,
): SqliteDatabase {
  let prepared = new Map<string, ReturnType<typeof wrap>>();
  let of: DatabaseSync | null = null;

  function told<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw failed(error);
    }
  }

  function wrap(statement: StatementSync) {
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    const reader = statement.columns().length > 0;
    // FTS5 numbers rows of its own past what a number holds, and the last one written is told with every write.
    if (!reader) statement.setReadBigInts(true);
    return {
      reader,
      all: (parameters: readonly unknown[]) => told(() => statement.all(...values(parameters))),
      run: (parameters: readonly unknown[]) => told(() => statement.run(...values(parameters))),
      iterate: (parameters: readonly unknown[]) => told(() => statement.iterate(...values(parameters))),
    };
  }

  return {
    close: () => {}, // whoever opened the connection closes it
    prepare: (sql) =>
      told(() => {
        const db = current();
        if (db !== of) prepared = new Map();
        of = db;
        const known = prepared.get(sql) ?? wrap(db.prepare(sql));
        if (prepared.size < MOST) prepared.set(sql, known);
        return known;
      }),
  };
}
