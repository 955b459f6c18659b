import { sql } from 'kysely';
import { declared } from '#http/declared.ts';
import type { Progress } from '#runtime/command-line/progress.ts';
import { isEntryIntact, type JournalRow } from '#runtime/journal.ts';
import { checkReferences } from './check-references.ts';
import { type Fingerprint, fingerprint } from './fingerprint.ts';
import { backupTables, columnsOf, type DatabaseSide, type Row } from './tables.ts';

export type Inspection = { tables: Fingerprint[]; wrong: string[]; journalEnd: JournalEnd | null };

/** Columns with JSON. */
const JSON_COLUMNS = ['body_blocks', 'sources', 'tag_ids', 'editorial_packet'];

/** Reads all data of a database and lists what is wrong with it. Changes nothing. */
export async function inspectData(side: DatabaseSide, progress: Progress): Promise<Inspection> {
  const wrong = await checkDatabase(side);
  const journal = createJournalCheck();
  const tables = await fingerprint(side, progress, {
    onTheWay: ({ name }, _, rows) => {
      if (name === 'journal') journal.read(rows);
      if (name === 'revision') wrong.push(...unreadable(rows));
    },
  });
  const journalEnd = journal.end();
  const ofJournal = [...journal.wrong.slice(0, 20), ...(await checkJournalEnd(side, journalEnd))];
  const ofRows = [...(await checkReferences(side)), ...(await checkDeclared(side))];
  return { tables, wrong: [...wrong, ...ofJournal, ...ofRows], journalEnd };
}

/** The problems that the capabilities find in their own tables. */
async function checkDeclared({ tx }: DatabaseSide): Promise<string[]> {
  const wrong: string[] = [];
  for (const load of declared().dataChecks) wrong.push(...(await (await load()).checkData({ tx })));
  return wrong;
}

function unreadable(rows: Row[]): string[] {
  return rows.flatMap((row) =>
    JSON_COLUMNS.filter((name) => !isJson(row[name])).map(
      (name) => `${name} of revision ${row.article_id} ${row.number} cannot be read`,
    ),
  );
}

function isJson(value: unknown): boolean {
  if (value === null) return true;
  try {
    JSON.parse(String(value));
    return true;
  } catch {
    return false;
  }
}

/** The last line that was read; null before the first. */
export type JournalEnd = { seq: number; hash: string };

type JournalCheck = { read: (rows: Row[]) => void; wrong: string[]; end: () => JournalEnd | null };

/** Checks the journal line by line: each has the hash of the previous line and its own. */
function createJournalCheck(): JournalCheck {
  const wrong: string[] = [];
  let end: JournalEnd | null = null;
  return {
    wrong,
    end: () => end,
    read: (rows) => {
      for (const row of rows) {
        const line = row as unknown as JournalRow & { seq: number; hash: string };
        if (line.previous_hash !== (end?.hash ?? ''))
          wrong.push(`journal line ${line.seq} does not follow the one before it`);
        if (!isEntryIntact(line)) wrong.push(`journal line ${line.seq} was changed after it was written`);
        end = { seq: line.seq, hash: line.hash };
      }
    },
  };
}

/**
 * Checks the end of the journal. SQLite stores the highest number it ever gave, which shows that lines were removed. On
 * PostgreSQL numbers may be skipped, so only a line noted elsewhere can show it.
 */
async function checkJournalEnd(
  { kind, tx }: Pick<DatabaseSide, 'kind' | 'tx'>,
  end: JournalEnd | null,
): Promise<string[]> {
  if (kind !== 'sqlite') return [];
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'journal'`.execute(tx);
  const given = rows[0]?.seq ?? 0;
  const last = end?.seq ?? 0;
  return given > last ? [`the journal ends with line ${last}, but ${given} were written: its end was cut off`] : [];
}

/** Checks what the database itself can check: pages, indexes, foreign keys, and the triggers of append-only tables. */
export async function checkDatabase(side: DatabaseSide): Promise<string[]> {
  return side.kind === 'sqlite' ? inspectFile(side) : inspectServer(side);
}

async function inspectFile(side: DatabaseSide): Promise<string[]> {
  const { tx } = side;
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(tx);
  const loose = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(tx);
  const guards = await sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'`.execute(tx);
  const existing = new Set(guards.rows.map((row) => row.name));
  const acts = ['update', 'delete', 'replace'];
  return [
    ...pages.rows.map((row) => row.integrity_check).filter((word) => word !== 'ok'),
    ...loose.rows.map((row) => `row ${row.rowid} of ${row.table} refers to no ${row.parent}`),
    ...(await appendOnlyTables(side))
      .flatMap((name) => acts.map((act) => `${name}_refuses_${act}`))
      .filter((name) => !existing.has(name))
      .map((name) => `the guard ${name} is missing`),
  ];
}

/** The pages of the tables are checked by reading every row, with checksums where the cluster has them. */
async function inspectServer(side: DatabaseSide): Promise<string[]> {
  const { tx } = side;
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
  const existing = new Set(guards.rows.map((row) => row.name));
  const wrong = [
    ...invalid.rows.map((row) => `the index ${row.name} is not valid`),
    ...(await appendOnlyTables(side))
      .map((name) => `${name}_append_only`)
      .filter((name) => !existing.has(name))
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

/** The append-only tables of a database. A database of an older release has fewer. */
async function appendOnlyTables(side: DatabaseSide): Promise<string[]> {
  const tables: string[] = [];
  for (const { name, onlyGrows } of backupTables())
    if (onlyGrows && (await columnsOf(side, name)).length > 0) tables.push(name);
  return tables;
}
