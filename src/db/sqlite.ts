import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { rememberUntilCommit } from './remember.ts';
import type { Tables } from './tables.ts';
import { watchSqlite } from './watch.ts';
import { shareCommits } from './write-queue.ts';

/** Oldest SQLite without the WAL-reset corruption and FTS5 memory defects. */
const OLDEST_SAFE = '3.53.2';

/**
 * Opens a SQLite file with one writing and one reading connection, its tables brought up to date.
 * @throws Error when the connection is not WAL at FULL, or SQLite is older than is safe
 */
export async function openSqlite(path: string): Promise<Database> {
  const writer = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 0 });
  writer.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA trusted_schema=OFF; PRAGMA journal_size_limit=67108864',
  );
  assertDurable(writer);
  const writes = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(writer) }) });
  await migrate('sqlite', writes);
  const reader = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  reader.exec('PRAGMA trusted_schema=OFF');
  const reads = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(reader) }) });
  const { remember, noteCommit } = rememberUntilCommit(reader, reads);
  const watching = watchSqlite(reader);
  const committed = () => {
    noteCommit();
    watching.tell();
  };
  return {
    kind: 'sqlite',
    read: reads,
    remember,
    write: shareCommits(writer, writes, committed),
    watch: watching.watch,
    close: async () => {
      await watching.close();
      reader.close();
      writer.close();
    },
  };
}

function assertDurable(db: DatabaseSync): void {
  const read = (pragma: string) => Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  const found = {
    journal_mode: read('journal_mode'),
    synchronous: read('synchronous'),
    foreign_keys: read('foreign_keys'),
    trusted_schema: read('trusted_schema'),
  };
  if (
    JSON.stringify(found) !==
    JSON.stringify({ journal_mode: 'wal', synchronous: 2, foreign_keys: 1, trusted_schema: 0 })
  ) {
    throw new Error(
      `The database file does not take the settings it needs to be durable: ${JSON.stringify(found)}. Is it on a local disk?`,
    );
  }
  const version = String(Object.values(db.prepare('select sqlite_version()').get() ?? {})[0]);
  if (version.localeCompare(OLDEST_SAFE, 'en', { numeric: true }) < 0) {
    throw new Error(`SQLite ${version} is older than ${OLDEST_SAFE}; use a newer Node.js.`);
  }
}

/** node:sqlite in the shape Kysely's own SQLite dialect asks for, with each statement prepared once. */
export function adapt(db: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<typeof wrap>>();
  return {
    close: () => db.close(),
    prepare: (sql) => {
      const known = prepared.get(sql) ?? wrap(db.prepare(sql));
      if (prepared.size < 500) prepared.set(sql, known);
      return known;
    },
  };
}

function wrap(statement: StatementSync) {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  };
}
