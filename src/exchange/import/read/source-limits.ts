import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Failure } from '#core/failure.ts';

/** The limits of what is imported: bytes of the file, number of entries, bytes of one entry, and unpacked bytes for each packed byte. */
export const IMPORT_LIMITS = { bytes: 2 * 1024 ** 3, entries: 50_000, entryBytes: 50 * 1024 ** 2, ratio: 200 };
export type ImportLimits = typeof IMPORT_LIMITS;

export type SourceEntry = { path: string; size: number };

/** Folders that hold no articles: of version control, of package managers, and what macOS adds to a ZIP. */
const IGNORED = /(?:^|\/)(?:\.[^/]*|node_modules|__MACOSX)(?:\/|$)/;

/** Whether the file is inside a folder that holds no articles. */
export function isIgnored(path: string): boolean {
  return IGNORED.test(path);
}

/** The same order on every machine, whatever its language. */
export function byPath(a: SourceEntry, b: SourceEntry): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** @throws validation_failed for a path that is absolute, or leads out of the folder, or holds a NUL */
export function requireSafePath(path: string): void {
  const parts = path.split('/');
  if (path === '' || path.includes('\0') || path.includes('\\') || /^(?:\/|[a-z]:)/i.test(path) || parts.includes('..'))
    throw refuseFile(`The file holds an entry with a dangerous path: ${JSON.stringify(path.slice(0, 200))}.`);
}

export function tooLarge(path: string, { entryBytes }: ImportLimits): Failure {
  return refuseFile(`The entry ${path.slice(0, 200)} has more than ${entryBytes / 1024 ** 2} MB.`);
}

export function tooMany({ entries }: ImportLimits): Failure {
  return refuseFile(`The file holds more than ${entries.toLocaleString('en')} entries.`);
}

export function refuseFile(message: string): Failure {
  return new Failure('validation_failed', message, { hint: 'Choose another file. Nothing was imported.' });
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(part as Buffer);
  return hash.digest('hex');
}
