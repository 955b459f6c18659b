import { CompiledQuery, sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Kept } from './tables.ts';

/** A database, or a transaction in one, and which of the two it is. */
export type Side = { kind: Database['kind']; tx: Tx };
export type Row = Record<string, string | number | null>;

const ROWS_AT_ONCE = 200;

/** The names of a table's own columns in byte order; none when the table is not there. Columns made from others are left out. */
export async function columnsOf({ kind, tx }: Side, table: string): Promise<string[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(tx)
      : await sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
          and data_type <> 'tsvector'`.execute(tx);
  return rows.map((row) => row.name).sort();
}

export async function countRows({ tx }: Side, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(tx);
  return Number(rows[0]?.count);
}

/** Every row of a table in the order of its key, some at a time. */
export async function* readRows({ tx }: Side, { name, key }: Kept, columns: string[]): AsyncGenerator<Row[]> {
  const keys = sql.join(key.map((one) => sql.ref(one)));
  const wanted = sql.join(columns.map((one) => sql.ref(one)));
  let after = sql``;
  for (;;) {
    const { rows } =
      await sql<Row>`select ${wanted} from ${sql.table(name)} ${after} order by ${keys} limit ${ROWS_AT_ONCE}`.execute(
        tx,
      );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = sql`where (${keys}) > (${sql.join(key.map((one) => last[one] ?? null))})`;
  }
}

/** Adds rows as they are, numbers included. */
export async function addRows({ kind, tx }: Side, table: string, columns: string[], rows: Row[]): Promise<void> {
  const mark = (index: number) => (kind === 'sqlite' ? '?' : `$${index + 1}`);
  const tuple = (_: Row, at: number) => `(${columns.map((_name, column) => mark(at * columns.length + column))})`;
  const numbered = kind === 'sqlite' ? '' : 'overriding system value';
  const names = columns.map((name) => `"${name}"`);
  const text = `insert into "${table}" (${names}) ${numbered} values ${rows.map(tuple)}`;
  const values = rows.flatMap((row) => columns.map((name) => row[name] ?? null));
  await tx.executeQuery(CompiledQuery.raw(text, values));
}
