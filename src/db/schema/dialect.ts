import { type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';

// Everything that differs between SQLite and PostgreSQL.

type Kind = Database['kind'];

/** The kind of database of a transaction or connection. */
export function kindOf(tx: Tx): Kind {
  return tx.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** Tests whether `column` is one of `ids`. The query text is the same for any number of ids. */
export function isAmong(tx: Tx, column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  if (kindOf(tx) === 'postgres') return sql`${sql.ref(column)} = any(${ids}::text[])`;
  return sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** A column type for numbers that only grow and are never reused. */
export function serialKey(kind: Kind): string {
  return kind === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key';
}

/** The end of a `create table`; with `strict`, SQLite enforces the column types as PostgreSQL does. */
export function tableEnd(kind: Kind): string {
  return kind === 'sqlite' ? ') strict' : ')';
}

/** Makes texts compare byte by byte on both databases, whatever the locale of PostgreSQL. */
export function bytewise(kind: Kind, statement: string): string {
  if (kind === 'sqlite' || !/^(create|alter) table/.test(statement)) return statement;
  return statement.replace(/(?<= )text\b(?! text)/g, 'text collate "C"');
}

/** A column type for whole numbers beyond 32 bits; SQLite has one type for all. */
export function wholeNumber(kind: Kind): string {
  return kind === 'sqlite' ? 'integer' : 'bigint';
}

/**
 * Statements that make the database refuse to change or delete rows of `table`. `keys` are its primary key and unique keys: SQLite's
 * `insert or replace` would remove the row with the same key without the trigger of a deletion.
 */
export function appendOnly(kind: Kind, table: string, ...keys: string[]): string[] {
  if (kind === 'sqlite') return [refusal(table, 'update'), refusal(table, 'delete'), ...refuseReplacing(table, keys)];
  return [
    REFUSE_CHANGE,
    `create trigger ${table}_append_only before update or delete or truncate on ${table} for each statement execute function refuse_change()`,
  ];
}

/** The same for a table with an `article_id`; its rows can be deleted while their article is in the bin. */
export function appendOnlyOutsideBin(kind: Kind, table: string, ...keys: string[]): string[] {
  const isBinned = `exists (select 1 from article where id = old.article_id and binned_at is not null and published_at is null)`;
  if (kind === 'sqlite')
    return [refusal(table, 'update'), refusal(table, 'delete', `not ${isBinned}`), ...refuseReplacing(table, keys)];
  return [
    REFUSE_CHANGE,
    `create or replace function refuse_delete() returns trigger language plpgsql as $$ begin
      if ${isBinned} then return old; end if;
      raise exception '% is append-only', tg_table_name; end $$`,
    `create trigger ${table}_append_only before update or truncate on ${table} for each statement execute function refuse_change()`,
    `create trigger ${table}_refuses_delete before delete on ${table} for each row execute function refuse_delete()`,
  ];
}

const REFUSE_CHANGE = `create or replace function refuse_change() returns trigger language plpgsql as $$ begin raise exception '% is append-only', tg_table_name; end $$`;

function refusal(table: string, act: 'update' | 'delete', when?: string): string {
  return `create trigger ${table}_refuses_${act} before ${act} on ${table}${when ? ` when ${when}` : ''}
    begin select raise(abort, '${table} is append-only'); end`;
}

function refuseReplacing(table: string, keys: readonly string[]): string[] {
  const same = keys
    .map((key) => key.split(', '))
    .map((columns) => columns.map((name) => `"${name}" = new."${name}"`).join(' and '))
    .join(' or ');
  return [
    `create trigger ${table}_refuses_replace before insert on ${table}
      when exists (select 1 from ${table} where ${same})
      begin select raise(abort, '${table} is append-only'); end`,
  ];
}

/**
 * Lets one transaction at a time write to the journal; SQLite has a single writer anyway. The commit also notifies the other
 * processes.
 */
export async function lockJournal(kind: Kind, tx: Tx): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(7201), pg_notify('plumbline', '')`.execute(tx);
}

/** Changes nothing, but fails if nothing can be written: PostgreSQL refuses to lock a row while it only reads. */
export async function tryWrite(tx: Tx): Promise<void> {
  if (kindOf(tx) === 'postgres') await sql`select 1 from setting where name = 'key' for key share`.execute(tx);
}

/** Lets one transaction at a time write to the publication log, so that a follower never sees a number before a lower one. */
export async function lockPublications(kind: Kind, tx: Tx): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(7202)`.execute(tx);
}

/** Makes the commit tell the other processes that the publication log has a new line. */
export async function notifyPublication(kind: Kind, tx: Tx): Promise<void> {
  if (kind === 'postgres') await sql`select pg_notify('plumbline', '')`.execute(tx);
}

/** Lets one transaction at a time ask subscribers, so that two never pass one limit; SQLite has a single writer anyway. */
export async function lockSubscribers(kind: Kind, tx: Tx): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(7203)`.execute(tx);
}

/** Lets one transaction at a time make signed records and their keys; SQLite has a single writer anyway. */
export async function lockRecords(kind: Kind, tx: Tx): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(7204)`.execute(tx);
}

/** Lets one transaction at a time take a job of a kind that runs alone; SQLite has a single writer anyway. */
export async function lockJobs(kind: Kind, tx: Tx): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(7207)`.execute(tx);
}

/** Whether the error is the violation of a unique key. */
export function isUniqueError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'code' in error && error.code === '23505' ? true : /UNIQUE constraint failed/.test(error.message);
}

/** Whether the error is the violation of a foreign key. */
export function isForeignKeyError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'code' in error && error.code === '23503' ? true : /FOREIGN KEY constraint failed/.test(error.message);
}

/** Locks the row of a member until the transaction ends; SQLite has a single writer anyway. */
export async function lockMember(kind: Kind, tx: Tx, editorId: string): Promise<void> {
  if (kind === 'postgres') await sql`select 1 from editor where id = ${editorId} for update`.execute(tx);
}

/** Locks the row of an article until the transaction ends; SQLite has a single writer anyway. */
export async function lockArticle(kind: Kind, tx: Tx, articleId: string): Promise<void> {
  if (kind === 'postgres')
    await sql`select 1 from article where id = ${articleId.toLowerCase()} for update`.execute(tx);
}

/** Locks the row of a claim until the transaction ends; SQLite has a single writer anyway. */
export async function lockClaim(kind: Kind, tx: Tx, id: string): Promise<void> {
  if (kind === 'postgres') await sql`select 1 from claim where id = ${id} for update`.execute(tx);
}

/** Locks the row of a brief until the transaction ends; SQLite has a single writer anyway. */
export async function lockBrief(kind: Kind, tx: Tx, day: string): Promise<void> {
  if (kind === 'postgres') await sql`select 1 from brief where day = ${day} for update`.execute(tx);
}

/** Lets nobody change the row of a subscriber until the transaction ends; SQLite has a single writer anyway. */
export async function lockSubscriber(kind: Kind, tx: Tx, id: string): Promise<void> {
  if (kind === 'postgres') await sql`select 1 from subscriber where id = ${id} for share`.execute(tx);
}

/** Locks the row of a subscriber until the transaction ends, for a change that depends on it; SQLite has a single writer anyway. */
export async function lockSubscriberForChange(kind: Kind, tx: Tx, id: string): Promise<void> {
  if (kind === 'postgres') await sql`select 1 from subscriber where id = ${id} for update`.execute(tx);
}
