import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { troubleOf } from '../db/trouble.ts';
import type { Files } from './press.ts';

/** Names of the store: letters, digits and dashes, one folder deep. */
const NAME = /^[a-z0-9-]+\/[a-z0-9-]+\.[a-z0-9]+$/;

/** A store of files in a folder, which is made with the first of them. */
export function folderFiles(folder: string): Files {
  const pathOf = (name: string) => {
    if (NAME.test(name)) return join(folder, name);
    throw new Error(`"${name}" is no name of the store`);
  };
  return {
    put: async (name, bytes) => {
      try {
        await putWhole(pathOf(name), bytes);
      } catch (error) {
        throw troubleOf(error) ?? error;
      }
    },
    get: async (name) => {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    has: (name) =>
      access(pathOf(name)).then(
        () => true,
        () => false,
      ),
  };
}

/** The store of a press that has none: whatever is looked for is not there. */
export const noFiles: Files = {
  put: async () => {
    throw new Error('this press was opened without a store of files');
  },
  get: async () => null,
  has: async () => false,
};

let written = 0;

/** Writes beside, waits for the disk, then renames: a file is there whole or not at all. */
async function putWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}-${++written}`;
  try {
    const handle = await open(beside, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
