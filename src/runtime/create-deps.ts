import { randomBytes, randomUUID } from 'node:crypto';
import { dbUnavailable, isDbError } from '../db/connection/db-errors.ts';
import { databaseFile } from '../db/connection/open.ts';
import type { Database } from '../db/database.ts';
import { type Files, folderFiles, noFiles } from '../files/files.ts';
import { numberPictureStore } from '../files/picture-store.ts';
import { type Bucket, s3Files } from '../files/s3-files.ts';
import { createCallLog } from './call-log.ts';
import type { Deps, Policy } from './deps.ts';

/**
 * Creates the `Deps` of an open database, with the system clock, corrected by that of a PostgreSQL server, and the key of the site, which the first start creates. While
 * the database is away, the key is not known yet, and reading `deps.key` throws `db_unavailable`.
 */
export async function createDeps(
  db: Database,
  files: Files = noFiles,
  policy: Policy = { reviewBy: 'one' },
): Promise<Deps> {
  let key: Uint8Array | null = await readKey(db).catch(unlessDbError);
  const stop = db.watch(async () => {
    key ??= await readKey(db).catch(() => null);
    if (key) stop();
  });
  if (key) stop();
  return {
    db,
    clock: () => Date.now() + db.clockOffset(),
    newId: randomUUID,
    files,
    policy,
    callLog: createCallLog(db),
    get key() {
      if (!key) throw dbUnavailable();
      return key;
    },
  };
}

function unlessDbError(error: unknown): null {
  if (isDbError(error)) return null;
  throw error;
}

/** The file store of the settings: a bucket or a folder. */
export function openFiles({ mediaDir, mediaBucket }: { mediaDir: string; mediaBucket: Bucket | null }): Files {
  return mediaBucket ? s3Files(mediaBucket, Date.now) : folderFiles(mediaDir);
}

/** The number of the place where the pictures of a server are, for servers of one PostgreSQL database; null for a file. */
export async function pictureStoreOf({ databaseUrl, mediaDir, mediaBucket }: StoreSettings): Promise<number | null> {
  return databaseFile(databaseUrl) === null ? numberPictureStore(mediaDir, mediaBucket, randomUUID) : null;
}

type StoreSettings = { databaseUrl: string; mediaDir: string; mediaBucket: Bucket | null };

async function readKey(db: Database): Promise<Uint8Array> {
  const find = (tx: Database['read']) =>
    tx.selectFrom('setting').select('value').where('name', '=', 'key').executeTakeFirst();
  const known = await find(db.read);
  if (known) return Buffer.from(known.value, 'base64url');
  const made = await db.write(async (tx) => {
    const value = randomBytes(32).toString('base64url');
    await tx
      .insertInto('setting')
      .values({ name: 'key', value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await find(tx)) ?? { value };
  });
  return Buffer.from(made.value, 'base64url');
}

/** The system time where no `Deps` exist, as it is stored and sent. */
export function timeNow(): string {
  return new Date().toISOString();
}
