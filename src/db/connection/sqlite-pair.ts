import { type BigIntStats, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Failure } from '#core/failure.ts';
import type { Database } from '#db/database.ts';
import { migrate, type UpgradeOptions } from '#db/schema/upgrade.ts';
import { queriesOf } from './node-sqlite.ts';
import { createWriteQueue } from './write-queue.ts';

/** The oldest SQLite without the WAL-reset corruption and the FTS5 memory defects. */
const OLDEST_SAFE = '3.53.2';

/** The two connections to an open SQLite file: one writes, one reads. */
export type SqlitePair = {
  reader: DatabaseSync;
  write: Database['write'];
  /** Changes with every commit by another connection or process. */
  version: () => number;
  /** The number of the last journal entry. */
  journal: () => number;
  /** @throws Failure `db_unavailable` when the file at the path is no longer the opened file */
  requireSame: () => void;
  close: () => void;
};

/** `before` runs before each write and may throw, `committed` after each commit; `translate` makes the error for the caller. */
export type WriteHooks = {
  before: () => void;
  committed: (pair: SqlitePair) => void;
  translate: (error: unknown) => unknown;
};

/**
 * Opens a SQLite file and migrates its tables. `wait`: longest wait for a lock while opening, in milliseconds.
 * @throws Error when the connection is not in WAL mode with synchronous=FULL, or SQLite is too old to be safe
 */
export async function openSqlitePair(
  path: string,
  wait: number,
  { before, committed, translate }: WriteHooks,
  upgrading: UpgradeOptions = {},
): Promise<SqlitePair> {
  const open: DatabaseSync[] = [];
  const close = () => {
    for (const db of open) if (db.isOpen) db.close();
  };
  try {
    const writer = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: wait });
    open.push(writer);
    writer.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY; PRAGMA secure_delete=ON; PRAGMA journal_size_limit=67108864',
    );
    assertDurable(writer);
    const writes = queriesOf(() => writer, translate);
    await migrate(
      'sqlite',
      queriesOf(() => writer),
      upgrading,
    );
    const reader = new DatabaseSync(path, { readOnly: true, timeout: wait });
    open.unshift(reader);
    reader.exec('PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY; SELECT count(*) FROM setting');
    for (const db of open) db.exec('PRAGMA busy_timeout=0');
    const stamp = reader.prepare('PRAGMA data_version');
    const reached = writer.prepare("select seq from sqlite_sequence where name = 'journal'");
    const opened = filesAt(path);
    let { size } = opened;
    const requireSame = () => {
      const now = filesAt(path);
      if (now.names !== opened.names) throw gone(path, 'was removed or replaced');
      if (now.size < size) throw gone(path, 'was cut short');
      size = now.size;
    };
    const pair: SqlitePair = {
      reader,
      write: createWriteQueue(writer, writes, {
        before: () => {
          before();
          requireSame();
        },
        after: () => {
          requireSame();
          committed(pair);
        },
        translate,
      }),
      version: () => firstNumber(stamp),
      journal: () => firstNumber(reached),
      requireSame,
      close,
    };
    return pair;
  } catch (error) {
    close();
    throw error;
  }
}

/** The files at the path now. A write to a file that was moved away would be acknowledged and lost. */
function filesAt(path: string): { names: string; size: bigint } {
  const stats = ['', '-wal', '-shm'].map((end) => statSync(path + end, STAT));
  return { names: stats.map(identity).join(' '), size: stats[0]?.size ?? 0n };
}

const STAT = { bigint: true, throwIfNoEntry: false } as const;

function identity(stat: BigIntStats | undefined): string {
  return stat ? `${stat.dev}:${stat.ino}` : 'none';
}

function gone(path: string, how: string): Failure {
  return new Failure('db_unavailable', `${path}, or the -wal or -shm beside it, ${how} while it was open`);
}

function firstNumber(statement: StatementSync): number {
  return Number(Object.values(statement.get() ?? {})[0] ?? 0);
}

function assertDurable(db: DatabaseSync): void {
  const read = (pragma: string) => Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  const settings = {
    journal_mode: read('journal_mode'),
    synchronous: read('synchronous'),
    foreign_keys: read('foreign_keys'),
    trusted_schema: read('trusted_schema'),
  };
  if (
    JSON.stringify(settings) !==
    JSON.stringify({ journal_mode: 'wal', synchronous: 2, foreign_keys: 1, trusted_schema: 0 })
  ) {
    throw new Error(
      `The database file does not accept the settings that make it durable: ${JSON.stringify(settings)}. Is it on a local disk?`,
    );
  }
  const version = String(Object.values(db.prepare('select sqlite_version()').get() ?? {})[0]);
  if (toNumber(version) < toNumber(OLDEST_SAFE)) {
    throw new Error(`SQLite ${version} is older than ${OLDEST_SAFE}; use a newer Node.js.`);
  }
}

/** A number for SQLite's version, as SQLite writes it: 3.53.2 is 3053002. */
function toNumber(version: string): number {
  return version.split('.').reduce((number, part) => number * 1000 + Number(part), 0);
}
