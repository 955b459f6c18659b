import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes each temporary name of this process unique. It is not the state of a site. */
let written = 0;

/** Writes a temporary file next to `path`, then renames it: the file is there whole or not at all. Creates missing folders. `toDisk` waits until the bytes are on the disk. */
export async function writeWhole(
  path: string,
  bytes: Uint8Array,
  { toDisk = false }: { toDisk?: boolean } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}-${++written}`;
  try {
    // A file handle that is garbage-collected ends the process, so it is closed after a failure too.
    const handle = await open(beside, 'w');
    try {
      await handle.writeFile(bytes);
      if (toDisk) await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
