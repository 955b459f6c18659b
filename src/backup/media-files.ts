import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { readVersions } from '#article/hero.ts';
import type { Tables } from '#db/schema/tables.ts';
import { filesOf } from '#media/renditions.ts';
import type { Progress } from '#runtime/command-line/progress.ts';
import { invoiceFile } from '#runtime/files/document-files.ts';
import type { Files } from '#runtime/files/files.ts';
import { columnsOf, type DatabaseSide, readRows } from './tables.ts';

// The files that rows name are in a file store. A backup has them in an additional table, so that it is one file wherever
// the store is.

const TABLE = 'kept_file';

/** The names of all files that rows name: renditions of pictures, files of creatives, and documents of the ad desk. */
export async function* namedFiles(side: DatabaseSide): AsyncGenerator<string> {
  for await (const { hash, width, versions } of rowsOf(side, 'picture', ['id'], ['hash', 'width', 'versions']))
    yield* filesOf({
      hash: String(hash),
      width: Number(width),
      versions: readVersions((versions as string | null | undefined) ?? null),
    });
  for await (const { files } of rowsOf(side, 'creative', ['id'], ['files'])) yield* JSON.parse(String(files));
  for await (const { files } of rowsOf(side, 'house_ad', ['id'], ['files'])) yield* JSON.parse(String(files));
  for await (const { pdf_hash: hash } of rowsOf(side, 'invoice', ['number'], ['pdf_hash']))
    if (hash !== null) yield invoiceFile(String(hash));
  for await (const { pdf_hash: hash } of rowsOf(side, 'credit_note', ['number'], ['pdf_hash']))
    if (hash !== null) yield invoiceFile(String(hash));
  for await (const { pdf_hash: hash } of rowsOf(side, 'insertion_order', ['number'], ['pdf_hash']))
    if (hash !== null) yield invoiceFile(String(hash));
}

/** The rows of a table, without columns and tables that the release that wrote the data did not have. */
async function* rowsOf(side: DatabaseSide, name: keyof Tables, key: string[], columns: string[]) {
  const known = await columnsOf(side, name);
  if (known.length === 0) return;
  const wanted = [...new Set([...key, ...columns])].filter((column) => known.includes(column));
  for await (const rows of readRows(side, { name, key }, wanted)) yield* rows;
}

/** The names of files that rows name and that are not in the store. */
export async function missingFiles(side: DatabaseSide, has: Files['has']): Promise<string[]> {
  const missing: string[] = [];
  for await (const name of namedFiles(side)) if (!(await has(name))) missing.push(name);
  return missing;
}

/** Adds the files that rows name to the backup at `path`. Returns their number, and the names missing in the store. */
export async function addFiles(
  path: string,
  side: DatabaseSide,
  files: Files,
  progress: Progress,
): Promise<{ kept: number; missing: string[] }> {
  const names = new Set<string>();
  for await (const name of namedFiles(side)) names.add(name);
  const db = new DatabaseSync(path);
  const missing: string[] = [];
  try {
    // After an error the whole backup is deleted.
    db.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF');
    db.exec(`create table ${TABLE} (name text primary key, sha256 text not null, bytes blob not null) strict; BEGIN`);
    const add = db.prepare(`insert into ${TABLE} values (?, ?, ?)`);
    let done = 0;
    for (const name of names) {
      const bytes = await files.get(name);
      if (bytes) add.run(name, hashOf(bytes), bytes);
      else missing.push(name);
      progress(++done, names.size, 'files');
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
  return { kept: names.size - missing.length, missing };
}

/** The files in a backup, for `missingFiles`; null when the backup was made without files. */
export function openBackupFiles(path: string): { has: Files['has']; close: () => void } | null {
  const db = new DatabaseSync(path, { readOnly: true });
  if (!holdsFiles(db)) {
    db.close();
    return null;
  }
  const find = db.prepare(`select 1 from ${TABLE} where name = ?`);
  return { has: async (name) => find.get(name) !== undefined, close: () => db.close() };
}

/**
 * Writes the files of the backup at `path` to the store, except those already there and unchanged. Returns the number written.
 * @throws Error when a file in the backup is damaged
 */
export async function restoreFiles(path: string, files: Files, progress: Progress): Promise<number> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    if (!holdsFiles(db)) return 0;
    const whole = Number(db.prepare(`select count(*) as count from ${TABLE}`).get()?.count);
    const next = db.prepare(`select name, sha256, bytes from ${TABLE} where name > ? order by name limit 1`);
    let put = 0;
    let done = 0;
    for (let row = next.get(''); row; row = next.get(row.name ?? null)) {
      const { name, sha256, bytes } = row as { name: string; sha256: string; bytes: Uint8Array };
      if (hashOf(bytes) !== sha256) throw new Error(`The backup is damaged: the file ${name} has changed.`);
      const there = await files.get(name);
      if (!there || hashOf(there) !== sha256) {
        await files.put(name, bytes);
        put++;
      }
      progress(++done, whole, 'files');
    }
    return put;
  } finally {
    db.close();
  }
}

/** Removes the files from the copy of a backup that becomes the database. */
export function dropFiles(path: string): void {
  const db = new DatabaseSync(path);
  try {
    if (holdsFiles(db)) db.exec(`drop table ${TABLE}; VACUUM`);
  } finally {
    db.close();
  }
}

function holdsFiles(db: DatabaseSync): boolean {
  return db.prepare(`select 1 from sqlite_schema where name = ?`).get(TABLE) !== undefined;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
