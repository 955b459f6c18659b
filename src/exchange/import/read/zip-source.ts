import { basename } from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Failure } from '#core/failure.ts';
import type { ImportSource } from '#exchange/import/import-item.ts';
import {
  byPath,
  hashFile,
  type ImportLimits,
  isIgnored,
  refuseFile,
  requireSafePath,
  tooLarge,
  tooMany,
} from './source-limits.ts';

/** Bits of a Unix mode, in the upper half of the external attributes of an entry: the kind of the file, and a symbolic link. */
const KIND = 0o170000;
const LINK = 0o120000;
/** An entry this small may be packed as tightly as it likes. */
const SMALL = 1024 * 1024;

/** Opens a ZIP. Its directory is read and checked as a whole before anything is unpacked. @throws validation_failed */
export async function openZip(path: string, limits: ImportLimits): Promise<ImportSource> {
  const hash = await hashFile(path);
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch((error: Error) => {
    throw damaged(error);
  });
  const entries = await readDirectory(zip, limits).catch((error: Error) => {
    zip.close();
    throw error instanceof Failure ? error : damaged(error);
  });
  const list = [...entries].map(([name, { uncompressedSize: size }]) => ({ path: name, size })).sort(byPath);
  return {
    name: basename(path),
    hash,
    async *entries() {
      yield* list;
    },
    open: async (name) => {
      const entry = entries.get(name);
      if (!entry) throw refuseFile(`There is no file ${name}.`);
      return openEntry(zip, entry);
    },
    close: async () => zip.close(),
  };
}

async function readDirectory(zip: ZipFile, limits: ImportLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw tooMany(limits);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    const { fileName: path, uncompressedSize: size } = entry;
    requireSafePath(path);
    if (path.endsWith('/') || isIgnored(path)) continue;
    requireReadable(entry, limits);
    if (entries.has(path)) throw refuseFile(`The ZIP holds the entry ${path} twice.`);
    bytes += size;
    if (bytes > limits.bytes) throw refuseFile(`The ZIP unpacks to more than ${limits.bytes / 1024 ** 3} GB.`);
    entries.set(path, entry);
  }
  return entries;
}

/** @throws validation_failed, too_large */
function requireReadable(entry: Entry, limits: ImportLimits): void {
  const { fileName: path, uncompressedSize: size, compressedSize: packed } = entry;
  if (isLink(entry)) throw refuseFile(`The entry ${path} is a symbolic link.`);
  if (entry.isEncrypted()) throw refuseFile(`The entry ${path} is encrypted.`);
  if (size > limits.entryBytes) throw tooLarge(path, limits);
  if (size > SMALL && size > packed * limits.ratio)
    throw refuseFile(`The entry ${path} unpacks to more than ${limits.ratio} times its packed size.`);
}

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & KIND) === LINK;
}

/** yauzl ends the stream with an error where an entry unpacks to more or fewer bytes than the directory says. */
async function openEntry(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return zip.openReadStreamPromise(entry).catch((error: Error) => {
    throw damaged(error);
  });
}

function damaged(error: Error): Failure {
  return refuseFile(`The ZIP is damaged, or made to do harm: ${error.message.slice(0, 200)}.`);
}
