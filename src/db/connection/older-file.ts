import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { migrateUpTo } from '#db/schema/upgrade.ts';
import { toKyselyDatabase } from './node-sqlite.ts';

/** Makes a SQLite file with the tables of an older release, whose last migration was `last`. */
export async function createOlderFile(path: string, last: string): Promise<{ tx: Tx; close: () => void }> {
  const file = new DatabaseSync(path);
  const tx = new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(() => file) }) });
  try {
    await migrateUpTo('sqlite', tx, last);
  } catch (error) {
    file.close();
    throw error;
  }
  return { tx, close: () => file.close() };
}
