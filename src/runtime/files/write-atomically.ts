import { chmod, mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';

/** Makes each temporary name of this process another one; no state of a site. */
let written = 0;

type WriteOptions = {
  /** Waits until the bytes are on the disk. */
  toDisk?: boolean;
  modifiedAt?: Date | undefined;
  /** Every user of the machine may read the file, such as a web server. Other files are private to the server's user. */
  isPublic?: boolean;
};

/** Writes a temporary file next to `path`, then renames it: the file is there whole or not at all. Creates missing folders. */
export async function writeWhole(
  path: string,
  bytes: Uint8Array,
  { toDisk = false, modifiedAt, isPublic = false }: WriteOptions = {},
): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true });
  if (made && isPublic) await openFolders(resolve(made), resolve(dirname(path)));
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
    if (isPublic) await chmod(beside, 0o644);
    if (modifiedAt) await utimes(beside, modifiedAt, modifiedAt);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Makes the folders from `first` down to `last` readable for everybody. */
async function openFolders(first: string, last: string): Promise<void> {
  await chmod(first, 0o755);
  let folder = first;
  for (const name of relative(first, last).split(sep).filter(Boolean)) {
    folder = resolve(folder, name);
    await chmod(folder, 0o755);
  }
}
