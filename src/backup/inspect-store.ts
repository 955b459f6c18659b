import { sql } from 'kysely';
import type { Side } from './rows.ts';
import { KEPT } from './tables.ts';

/** What the database says of itself: pages and indexes, references between tables, the guards of what only grows. */
export async function inspectStore(side: Side): Promise<string[]> {
  return side.kind === 'sqlite' ? inspectFile(side) : inspectServer(side);
}

async function inspectFile(side: Side): Promise<string[]> {
  const { tx } = side;
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(tx);
  const loose = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(tx);
  const guards = await sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'`.execute(tx);
  const standing = new Set(guards.rows.map((row) => row.name));
  return [
    ...pages.rows.map((row) => row.integrity_check).filter((word) => word !== 'ok'),
    ...loose.rows.map((row) => `row ${row.rowid} of ${row.table} refers to no ${row.parent}`),
    ...growing()
      .flatMap((name) => [`${name}_refuses_update`, `${name}_refuses_delete`, `${name}_refuses_replace`])
      .filter((name) => !standing.has(name))
      .map((name) => `the guard ${name} is missing`),
  ];
}

/** Reading every row proves the pages of the tables; checksums, where the cluster has them, prove what was read. */
async function inspectServer({ tx }: Side): Promise<string[]> {
  const invalid = await sql<{ name: string }>`select c.relname as name from pg_index i
    join pg_class c on c.oid = i.indexrelid where c.relnamespace = current_schema()::regnamespace
    and not (i.indisvalid and i.indisready)`.execute(tx);
  const guards = await sql<{ name: string }>`select t.tgname as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where c.relnamespace = current_schema()::regnamespace
    and t.tgenabled in ('O', 'A')`.execute(tx);
  const references = await sql<{ own: string; key: string; other: string; other_key: string }>`
    select o.relname as own, oa.attname as key, r.relname as other, ra.attname as other_key from pg_constraint k
    join pg_class o on o.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    join pg_attribute oa on oa.attrelid = o.oid and oa.attnum = k.conkey[1]
    join pg_attribute ra on ra.attrelid = r.oid and ra.attnum = k.confkey[1]
    where k.contype = 'f' and o.relnamespace = current_schema()::regnamespace`.execute(tx);
  const standing = new Set(guards.rows.map((row) => row.name));
  const wrong = [
    ...invalid.rows.map((row) => `the index ${row.name} is not valid`),
    ...growing()
      .map((name) => `${name}_append_only`)
      .filter((name) => !standing.has(name))
      .map((name) => `the guard ${name} is missing`),
  ];
  for (const { own, key, other, other_key } of references.rows) {
    const loose = await sql<{ value: string }>`select o.${sql.ref(key)} as value from ${sql.table(own)} o
      left join ${sql.table(other)} r on r.${sql.ref(other_key)} = o.${sql.ref(key)}
      where o.${sql.ref(key)} is not null and r.${sql.ref(other_key)} is null limit 20`.execute(tx);
    wrong.push(...loose.rows.map((row) => `${own} refers to ${other} ${row.value}, which is not there`));
  }
  return wrong;
}

function growing(): string[] {
  return KEPT.filter((table) => table.onlyGrows).map((table) => table.name);
}
