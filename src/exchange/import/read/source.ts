import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ImportSource } from '#exchange/import/import-item.ts';
import {
  byPath,
  hashFile,
  IMPORT_LIMITS,
  type ImportLimits,
  isIgnored,
  refuseFile,
  requireSafePath,
  type SourceEntry,
  tooLarge,
  tooMany,
} from './source-limits.ts';
import { openZip } from './zip-source.ts';

/**
 * Opens a file, a folder or a ZIP to import. Close it afterwards. `name`: what the person who uploaded the file called it.
 * @throws validation_failed for a file that is not there, is beyond a limit, or has a dangerous path
 */
export async function openSource(
  path: string,
  { limits = IMPORT_LIMITS, name = basename(path) }: { limits?: ImportLimits; name?: string } = {},
): Promise<ImportSource> {
  const stats = await lstat(path).catch(() => null);
  if (stats?.isDirectory()) return openFolder(path, limits);
  if (!stats?.isFile()) throw refuseFile(`There is no file or folder ${basename(path)}.`);
  if (stats.size > limits.bytes) throw refuseFile(`The file has more than ${limits.bytes / 1024 ** 3} GB.`);
  return (await isZip(path)) ? openZip(path, limits) : openFile(path, basename(name), stats.size);
}

async function openFile(path: string, name: string, size: number): Promise<ImportSource> {
  return {
    name,
    hash: await hashFile(path),
    async *entries() {
      yield { path: name, size };
    },
    open: async (entry) => {
      if (entry !== name) throw refuseFile(`There is no file ${entry}.`);
      return createReadStream(path);
    },
    close: async () => {},
  };
}

/** Symbolic links of a folder are not followed: they can lead out of it. */
async function openFolder(root: string, limits: ImportLimits): Promise<ImportSource> {
  const list: SourceEntry[] = [];
  let bytes = 0;
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(join(root, '/').length);
    if (!entry.isFile() || isIgnored(path)) continue;
    const { size } = await lstat(full);
    requireSafePath(path);
    if (size > limits.entryBytes) throw tooLarge(path, limits);
    if (list.push({ path, size }) > limits.entries) throw tooMany(limits);
    bytes += size;
    if (bytes > limits.bytes) throw refuseFile(`The files have more than ${limits.bytes / 1024 ** 3} GB.`);
  }
  list.sort(byPath);
  const known = new Set(list.map(({ path }) => path));
  const hash = createHash('sha256');
  for (const { path, size } of list) hash.update(`${path}\0${size}\0${await hashFile(join(root, path))}\n`);
  return {
    name: basename(root),
    hash: hash.digest('hex'),
    async *entries() {
      yield* list;
    },
    open: async (path) => {
      if (!known.has(path)) throw refuseFile(`There is no file ${path}.`);
      return createReadStream(join(root, path));
    },
    close: async () => {},
  };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && (buffer.readUInt32LE(0) === 0x04034b50 || buffer.readUInt32LE(0) === 0x06054b50);
  } finally {
    await file.close();
  }
}
