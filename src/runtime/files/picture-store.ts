import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from './s3-files.ts';

/** The file that names a folder of pictures: it is the same on all machines that share the folder. */
const MARK = '.plumbline-store';

/**
 * A number for the place where a server keeps its pictures, so that servers of one site notice when they do not share it. Null when the
 * folder cannot be written; the first upload of a picture then reports the error.
 */
export async function numberPictureStore(
  mediaDir: string,
  bucket: Bucket | null,
  newId: () => string,
): Promise<number | null> {
  const name = bucket ? `${bucket.endpoint} ${bucket.bucket}` : await nameFolder(mediaDir, newId());
  return name === null ? null : createHash('sha256').update(name).digest().readUInt32BE() >>> 1;
}

async function nameFolder(folder: string, name: string): Promise<string | null> {
  const path = join(folder, MARK);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Another server that starts at the same time may write it first.
    await writeFile(path, `${name}\n`, { flag: 'wx' }).catch(() => {});
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}
