import { chmod, mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';

let written = 0;

type How = {
  /** Waits until the bytes are on the disk. */
  toDisk?: boolean;
  modifiedAt?: Date | undefined;
  /** Lets every user of the machine read it, such as a web server: what else this process writes is its own user's. */
  isPublic?: boolean;
};

/** Writes beside, then renames: a file is there whole or not at all. Makes the folder it lies in. */
export async function writeWhole(
  path: string,
  bytes: Uint8Array,
  { toDisk = false, modifiedAt, isPublic = false }: How = {},
): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true });
  if (made && isPublic) await openFolders(resolve(made), resolve(dirname(path)));
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
    if (isPublic) await chmod(beside, 0o644);
    if (modifiedAt) await utimes(beside, modifiedAt, modifiedAt);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Lets everybody into the folders from `first`, which was made, down to `last`. */
async function openFolders(first: string, last: string): Promise<void> {
  await chmod(first, 0o755);
  let folder = first;
  for (const name of relative(first, last).split(sep).filter(Boolean)) {
    folder = resolve(folder, name);
    await chmod(folder, 0o755);
  }
}
