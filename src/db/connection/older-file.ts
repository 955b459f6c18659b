import { DatabaseSync } from 'node:sqlite';
import type { Tx } from '#db/database.ts';
import { migrateUpTo } from '#db/schema/upgrade.ts';
import { queriesOf } from './node-sqlite.ts';

/** Makes a SQLite file with the tables of an older release, whose last migration was `last`. */
export async function createOlderFile(path: string, last: string): Promise<{ tx: Tx; close: () => void }> {
  const file = new DatabaseSync(path);
  const tx = queriesOf(() => file);
  try {
    await migrateUpTo('sqlite', tx, last);
  } catch (error) {
    file.close();
    throw error;
  }
  return { tx, close: () => file.close() };
}
