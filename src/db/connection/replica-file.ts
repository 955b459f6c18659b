import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { migrate } from '#db/schema/upgrade.ts';
import { toKyselyDatabase } from './node-sqlite.ts';
import { restrictDatabaseFiles } from './private-files.ts';

/**
 * A SQLite file with the same tables, made from the database. It can be made again, so writes do not wait for the disk and
 * rows may be changed. Deleted data is overwritten.
 */
export type ReplicaFile = {
  read: Tx;
  /** Runs `work` in a transaction, one at a time; does nothing and returns null while another process writes. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T | null>;
  /** Empties the write-ahead log, which may still contain deleted data; false while another connection reads. */
  emptyLog: () => boolean;
  close: () => void;
};

/** Opens the file, and creates it when it does not exist. @throws Error when the file cannot be read or written */
export async function openReplicaFile(path: string): Promise<ReplicaFile> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  restrictDatabaseFiles(path);
  const open: DatabaseSync[] = [];
  const close = () => {
    for (const db of open) if (db.isOpen) db.close();
  };
  try {
    const writer = new DatabaseSync(path, { enableForeignKeyConstraints: false, timeout: 2000 });
    open.push(writer);
    writer.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA trusted_schema=OFF; PRAGMA secure_delete=ON',
    );
    const writes = new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(() => writer) }) });
    await migrate('sqlite', writes);
    await dropGuards(writes);
    const reader = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    open.unshift(reader);
    reader.exec('PRAGMA trusted_schema=OFF; PRAGMA temp_store=MEMORY; SELECT count(*) FROM setting');
    writer.exec('PRAGMA busy_timeout=0; PRAGMA temp_store=MEMORY');
    const read = new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(() => reader) }) });
    return { read, write: (work) => writeIn(writer, () => work(writes)), emptyLog: () => emptyLog(writer), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Removes the file and its companion files. */
export function removeReplicaFile(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}

async function writeIn<T>(writer: DatabaseSync, work: () => Promise<T>): Promise<T | null> {
  try {
    writer.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5) return null;
    throw error;
  }
  try {
    const value = await work();
    writer.exec('COMMIT');
    return value;
  } catch (error) {
    if (writer.isOpen && writer.isTransaction) writer.exec('ROLLBACK');
    throw error;
  }
}

function emptyLog(writer: DatabaseSync): boolean {
  const [result] = writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  return Number(result?.busy) === 0;
}

/** The append-only tables of the database must change in its replica. */
async function dropGuards(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select name from sqlite_schema where type = 'trigger' and name like '%refuses%'`.execute(tx);
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(tx);
}
