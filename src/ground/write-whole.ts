import { mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';

let written = 0;

type How = {
  /** Waits until the bytes are on the disk. */
  toDisk?: boolean;
  modifiedAt?: Date | undefined;
};

/** Writes beside, then renames: a file is there whole or not at all. Makes the folder it lies in. */
export async function writeWhole(
  path: string,
  bytes: Uint8Array,
  { toDisk = false, modifiedAt }: How = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}-${++written}`;
  try {
    // A handle that is only collected as garbage ends the process, so it is closed where writing fails, too.
    const handle = await open(beside, 'w');
    try {
      await handle.writeFile(bytes);
      if (toDisk) await handle.datasync();
    } finally {
      await handle.close();
    }
    if (modifiedAt) await utimes(beside, modifiedAt, modifiedAt);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
