import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Kysely, type LimitNode, type SqliteDatabase, SqliteDialect, SqliteQueryCompiler, ValueNode } from 'kysely';
import type { Tables } from '#db/schema/tables.ts';

/** Most prepared statements kept for a connection; above it, all are dropped. */
const MOST_STATEMENTS = 500;

/**
 * Queries of the connection that `current` returns, whose statements are prepared once. `failed` turns an error of a
 * statement into the error to throw.
 */
export function queriesOf(current: () => DatabaseSync, failed?: (error: unknown) => unknown): Kysely<Tables> {
  return new Kysely({ dialect: new Dialect({ database: toKyselyDatabase(current, failed) }) });
}

class Dialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new Compiler();
  }
}

/** Writes limits as numbers: with a parameter as its limit, SQLite prepares a statement again each time that it runs. */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit ');
    if (ValueNode.is(node.limit)) this.appendImmediateValue(node.limit.value);
    else this.visitNode(node.limit);
  }
}

/** Adapts node:sqlite to the interface of Kysely's SQLite dialect. */
function toKyselyDatabase(
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
        if (db !== preparedFor || prepared.size === MOST_STATEMENTS) prepared = new Map();
        preparedFor = db;
        const known = prepared.get(sql) ?? wrap(db.prepare(sql));
        prepared.set(sql, known);
        return known;
      }),
  };
}
