import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dbErrorOf } from '../db/connection/db-errors.ts';
import { writeWhole } from './write-atomically.ts';

/** Where files lie that are no rows, by names of the form `folder/file.ending`. What is there under a name never changes. */
export type Files = {
  /** Resolves once the file is on the disk. @throws storage_full, db_unavailable when the store cannot be written */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null when there is none. */
  get: (name: string) => Promise<Uint8Array | null>;
  has: (name: string) => Promise<boolean>;
};

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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
