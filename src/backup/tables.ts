import { CompiledQuery, sql } from 'kysely';
import { tables as articleTables } from '#article/tables.ts';
import type { Database, Tx } from '#db/database.ts';
import type { DataTable, StoredTable } from '#db/schema/stored-table.ts';
import { declared } from '#http/declared.ts';
import { tables as runtimeTables } from '#runtime/tables.ts';

export type BackupTable = DataTable;

/**
 * Every table of a backup, each after the tables it refers to: those that the capabilities declare, those of articles, and those of
 * the service itself. Tables that can be rebuilt from these are left out.
 */
export function backupTables(): readonly BackupTable[] {
  return inOrderOfReferences(storedTables().flatMap((table) => ('isDerived' in table ? [] : table)));
}

/**
 * Tables of earlier releases that a migration drops, with their keys. A backup before an upgrade still has them; a database of this
 * release does not.
 */
export const FORMER_TABLES = ['ad_look', 'ad_sighting', 'ad_shot', 'proof'].map((name) => ({
  name: name as BackupTable['name'],
  key: ['seq'],
}));

/** The tables of this kind of database that are not in a backup, because they are made from the others. */
export function derivedTables(kind: Database['kind']): string[] {
  return storedTables().flatMap((table) => ('isDerived' in table && (table.onlyIn ?? kind) === kind ? table.name : []));
}

function storedTables(): StoredTable[] {
  return [...runtimeTables, ...articleTables, ...declared().tables];
}

/** The tables in their order, but each after those it refers to. @throws Error when two refer to each other */
function inOrderOfReferences(tables: readonly BackupTable[]): BackupTable[] {
  const waiting = [...tables];
  const placed: BackupTable[] = [];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const next = waiting.findIndex(({ refersTo = [] }) => !refersTo.some((name) => names.has(name)));
    if (next < 0) throw new Error(`The tables ${[...names].join(', ')} refer to each other.`);
    placed.push(...waiting.splice(next, 1));
  }
  return placed;
}

/** A database or transaction, and its kind. */
export type DatabaseSide = { kind: Database['kind']; tx: Tx };
export type Row = Record<string, string | number | null>;

const ROWS_AT_ONCE = 200;

/** The column names of a table in byte order, without generated columns; empty when the table does not exist. */
export async function columnsOf({ kind, tx }: DatabaseSide, table: string): Promise<string[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(tx)
      : await sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
          and data_type <> 'tsvector'`.execute(tx);
  return rows.map((row) => row.name).sort();
}

/** Columns that a migration renamed, with their former names. */
const RENAMED_COLUMNS = new Map([
  ['section', 'desk'],
  ['live_section', 'live_desk'],
]);

/** The former names of columns, where an earlier release wrote this database; empty otherwise. */
export async function formerColumns(side: DatabaseSide): Promise<ReadonlyMap<string, string>> {
  return (await columnsOf(side, 'address')).includes('section') ? new Map() : RENAMED_COLUMNS;
}

export async function countRows({ tx }: DatabaseSide, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(tx);
  return Number(rows[0]?.count);
}

/** Every row of a table in the order of its key, in batches. */
export async function* readRows(
  { tx }: DatabaseSide,
  { name, key }: BackupTable,
  columns: string[],
): AsyncGenerator<Row[]> {
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const wanted = sql.join(columns.map((column) => sql.ref(column)));
  let after = sql``;
  for (;;) {
    const { rows } =
      await sql<Row>`select ${wanted} from ${sql.table(name)} ${after} order by ${keys} limit ${ROWS_AT_ONCE}`.execute(
        tx,
      );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = sql`where (${keys}) > (${sql.join(key.map((column) => last[column] ?? null))})`;
  }
}

/** Inserts rows unchanged, including their numbers. */
export async function addRows(
  { kind, tx }: DatabaseSide,
  table: string,
  columns: string[],
  rows: Row[],
): Promise<void> {
  const mark = (index: number) => (kind === 'sqlite' ? '?' : `$${index + 1}`);
  const tuple = (_: Row, at: number) => `(${columns.map((_name, column) => mark(at * columns.length + column))})`;
  const numbered = kind === 'sqlite' ? '' : 'overriding system value';
  const names = columns.map((name) => `"${name}"`);
  const text = `insert into "${table}" (${names}) ${numbered} values ${rows.map(tuple)}`;
  const values = rows.flatMap((row) => columns.map((name) => row[name] ?? null));
  await tx.executeQuery(CompiledQuery.raw(text, values));
}
