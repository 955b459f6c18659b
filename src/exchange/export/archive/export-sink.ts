import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '#core/failure.ts';

/** Takes the files of an export one after the other. Nothing has the final name before `finish`. */
export type ExportSink = {
  /** Resolves when the next file may come. The path has `/` between its parts. */
  add: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Resolves when everything is on the disk under its final name. */
  finish: () => Promise<void>;
  /** Removes what was written. */
  abandon: () => Promise<void>;
};

/** The last file of an export: it names all others with their hashes. */
export const MANIFEST = 'manifest.json';

/** A folder that appears whole: it is written under another name beside its place, and then renamed. */
export async function openFolderSink(folder: string): Promise<ExportSink> {
  await requireFree(folder);
  const partial = await partialName(folder);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const made = new Set<string>();
  return {
    add: async (path, bytes) => {
      const file = join(partial, path);
      const parent = dirname(file);
      if (!made.has(parent)) await mkdir(parent, { recursive: true });
      made.add(parent);
      const handle = await open(file, 'wx');
      try {
        await handle.writeFile(bytes);
        if (path === MANIFEST) await handle.sync();
      } finally {
        await handle.close();
      }
    },
    finish: async () => {
      await rename(partial, folder);
      await syncFolder(dirname(folder));
    },
    abandon: () => rm(partial, { recursive: true, force: true }),
  };
}

/** Refuses a place that holds something. @throws already_exists */
export async function requireFree(path: string): Promise<void> {
  const inside = await readdir(path).catch(() => null);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere || inside?.length === 0) return;
  throw new Failure('already_exists', `${path} exists already, and an export never overwrites anything.`, {
    hint: 'Give another name, or remove it first.',
  });
}

/** A free name beside the final one. The folder above it is made when it is missing. */
export async function partialName(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { pid } = process;
  const name = `${path}.partial-${pid}`;
  await rm(name, { recursive: true, force: true }); // left by a process that had this number and was killed
  return name;
}

/** Waits until the names in a folder are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
