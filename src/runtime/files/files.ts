import { access, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dbErrorOf } from '#db/connection/db-errors.ts';
import { writeWhole } from './write-atomically.ts';

/** A store of files outside the database. Names have the form `folder/file.ending`. A file never changes after it is stored. */
export type Files = {
  /** Resolves when the file is on the disk. @throws storage_full, db_unavailable when the store cannot be written */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null when no file has this name. */
  get: (name: string) => Promise<Uint8Array | null>;
  has: (name: string) => Promise<boolean>;
  /** Removes a file; nothing happens when no file has this name. */
  remove: (name: string) => Promise<void>;
};

/** Valid names: letters, digits and dashes, one folder deep. */
const NAME = /^[a-z0-9-]+\/[a-z0-9-]+\.[a-z0-9]+$/;

/** A file store in a folder. The folder is created with the first file. */
export function folderFiles(folder: string): Files {
  const pathOf = (name: string) => {
    if (NAME.test(name)) return join(folder, name);
    throw new Error(`"${name}" is not a valid name in the file store`);
  };
  return {
    put: async (name, bytes) => {
      try {
        await writeWhole(pathOf(name), bytes, { toDisk: true });
      } catch (error) {
        throw dbErrorOf(error) ?? error;
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
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

/** The file store of a process that has none: it holds no file. */
export const noFiles: Files = {
  put: async () => {
    throw new Error('this process has no file store');
  },
  get: async () => null,
  has: async () => false,
  remove: async () => {},
};

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
