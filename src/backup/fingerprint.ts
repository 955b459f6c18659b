import { createHash } from 'node:crypto';
import type { Progress } from '#runtime/command-line/progress.ts';
import {
  type BackupTable,
  backupTables,
  columnsOf,
  countRows,
  type DatabaseSide,
  FORMER_TABLES,
  formerColumns,
  type Row,
  readRows,
} from './tables.ts';

/** The number of rows of a table, and a SHA-256 of them that is the same on both databases. */
export type Fingerprint = { table: BackupTable['name']; columns: string[]; rows: number; hash: string };

/** Called with each batch of rows that is read. */
export type OnTheWay = (table: BackupTable, columns: string[], rows: Row[]) => Promise<void> | void;

/**
 * Reads every row of every table. With `like`, only its columns, so that tables can be compared after a migration added
 * columns.
 */
export async function fingerprint(
  side: DatabaseSide,
  progress: Progress,
  { like, onTheWay }: { like?: Fingerprint[]; onTheWay?: OnTheWay } = {},
): Promise<Fingerprint[]> {
  const former = await formerColumns(side);
  const tables: { table: BackupTable; columns: string[] }[] = [];
  for (const table of [...backupTables(), ...FORMER_TABLES]) {
    const columns = like
      ? like.find((earlier) => earlier.table === table.name)?.columns
      : await columnsOf(side, table.name);
    if (!columns || columns.length === 0) continue;
    tables.push({ table: { ...table, key: table.key.map((name) => former.get(name) ?? name) }, columns });
  }
  let whole = 0;
  for (const { table } of tables) whole += await countRows(side, table.name);
  let done = 0;
  const fingerprints: Fingerprint[] = [];
  for (const { table, columns } of tables) {
    const hash = createHash('sha256');
    let rows = 0;
    for await (const batch of readRows(side, table, columns)) {
      for (const row of batch) hash.update(`${JSON.stringify(columns.map((name) => row[name]))}\n`);
      await onTheWay?.(table, columns, batch);
      rows += batch.length;
      done += batch.length;
      progress(done, whole, 'rows');
    }
    fingerprints.push({ table: table.name, columns, rows, hash: hash.digest('hex') });
  }
  return fingerprints;
}

/** @throws Error that names the tables that differ */
export function requireSameRows(before: Fingerprint[], after: Fingerprint[]): void {
  const different = before.filter(({ table, rows, hash }) => {
    const same = after.find((other) => other.table === table);
    return same?.rows !== rows || same.hash !== hash;
  });
  if (different.length === 0) return;
  throw new Error(
    `The written rows differ from the rows that were read, in ${different.map((difference) => difference.table).join(', ')}.`,
  );
}

export function totalRows(tables: Fingerprint[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
