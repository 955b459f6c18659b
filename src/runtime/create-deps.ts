import { randomUUID } from 'node:crypto';
import { dbUnavailable, isDbError } from '#db/connection/db-errors.ts';
import { databaseFile } from '#db/connection/open.ts';
import type { Database } from '#db/database.ts';
import { type Files, folderFiles, noFiles } from '#runtime/files/files.ts';
import { numberPictureStore } from '#runtime/files/picture-store.ts';
import { type Bucket, s3Files } from '#runtime/files/s3-files.ts';
import { createCallLog } from './call-log.ts';
import type { Deps, Policy } from './deps.ts';
import { readSiteKeys, SiteKeyError, type SiteKeys } from './site-keys.ts';
import { createSiteHolder } from './site-snapshot.ts';

/**
 * Creates the `Deps` of an open database, with the system clock, corrected by that of a PostgreSQL server, and the keys of the site, which
 * the first start creates. While the database cannot be reached, there are no keys, and reading them throws `db_unavailable`.
 * @throws SiteKeyError when `siteKey` does not open the keys
 */
export async function createDeps(
  db: Database,
  files: Files = noFiles,
  policy: Policy = { reviewBy: 'one' },
  siteKey: string | null = null,
): Promise<Deps> {
  let keys: SiteKeys | null = await readSiteKeys(db, siteKey).catch(unlessDbError);
  const stop = db.watch(async () => {
    keys ??= await readSiteKeys(db, siteKey).catch(() => null);
    if (keys) stop();
  });
  if (keys) stop();
  const known = (): SiteKeys => {
    if (!keys) throw dbUnavailable();
    return keys;
  };
  return {
    db,
    clock: () => Date.now() + db.clockOffset(),
    newId: randomUUID,
    files,
    policy,
    site: createSiteHolder(),
    callLog: createCallLog(db),
    get key() {
      return known().hashing;
    },
    get sealKey() {
      return known().sealing;
    },
    rereadKeys: async () => {
      keys = await readSiteKeys(db, siteKey).catch((error: unknown) => {
        if (isDbError(error) || error instanceof SiteKeyError) return keys;
        throw error;
      });
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

/** The system time where no `Deps` exist, as it is stored and sent. */
export function timeNow(): string {
  return new Date().toISOString();
}
