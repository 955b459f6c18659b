import { randomBytes, randomUUID } from 'node:crypto';
import { dbUnavailable, isDbError } from '../db/connection/db-errors.ts';
import type { Database } from '../db/database.ts';
import { type Files, folderFiles, noFiles } from '../files/files.ts';
import { type Bucket, s3Files } from '../files/s3-files.ts';
import { createCallLog } from './call-log.ts';
import type { Deps, Policy } from './deps.ts';

/**
 * A press over an open database, with the machine's clock and the house's own key, made at the first start. Over one that is
 * away, the key is read when it comes: until then, whoever asks for it is told that the database is away.
 */
export async function createDeps(
  db: Database,
  files: Files = noFiles,
  policy: Policy = { reviewBy: 'one' },
): Promise<Deps> {
  let key: Uint8Array | null = await houseKey(db).catch(unlessTrouble);
  const stop = db.watch(async () => {
    key ??= await houseKey(db).catch(() => null);
    if (key) stop();
  });
  if (key) stop();
  return {
    db,
    clock: Date.now,
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

function unlessTrouble(error: unknown): null {
  if (isDbError(error)) return null;
  throw error;
}

/** The store of files that is set: a bucket, or else a folder. */
export function openFiles({ mediaDir, mediaBucket }: { mediaDir: string; mediaBucket: Bucket | null }): Files {
  return mediaBucket ? s3Files(mediaBucket, Date.now) : folderFiles(mediaDir);
}

async function houseKey(db: Database): Promise<Uint8Array> {
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

/** The machine's time where no house is open, as it is stored and told. */
export function timeNow(): string {
  return new Date().toISOString();
}
