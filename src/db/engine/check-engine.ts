import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { LIMITS } from '#db/connection/postgres-pool.ts';
import { LOCK_EACH } from '#db/schema/lock-tables.ts';
import { STATEMENTS_OF_LIMITS, TABLE_OF_LIMITS, TABLES_OF_MIGRATOR } from './own-tables.ts';
import { runMigrations } from './run-migrations.ts';
import { readStatements } from './statements.ts';

// Asks an engine that speaks the language of PostgreSQL whether it takes every statement that the service sends.

/** A statement that an engine refuses, and its error. */
export type RefusedStatement = { statement: string; why: string };
/** `sent` counts the changes of tables too. */
export type EngineReport = { version: string; sent: number; refused: RefusedStatement[] };

/** What connections, an upgrade and the library of the limits send, which no test records. */
const BESIDES = [
  ...Object.entries(LIMITS).map(([name, value]) => `set local ${name} = '${value}'`),
  'savepoint before_locks; rollback to savepoint before_locks',
  LOCK_EACH,
  ...STATEMENTS_OF_LIMITS,
  'listen plumbline',
  "select pg_notify('plumbline', '1')",
];
const BEGINS = ['begin', 'start transaction isolation level repeatable read read only'];

/** Errors about the values, which are all null here, and not about the statement: classes 21 to 23, and what triggers raise. */
const OF_VALUES = /^(?:2[123]|P0)/;

/** Thrown when the check could not begin; its message says what to change. */
export class EngineUnusable extends Error {
  /** The exit code of the command. */
  readonly exitCode = 2;
}

/**
 * Sends every statement that the service knows to the engine at `url`, in a schema of its own that is removed afterwards.
 * Each statement is a transaction, so that a pooler may be between.
 * @throws EngineUnusable when the engine cannot be reached or ceases to answer, or the role may not make a schema there
 */
export async function checkEngine(url: string, statements = readStatements()): Promise<EngineReport> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 60_000 });
  client.on('error', () => {}); // the next query reports the error
  const schema = `plumbline_check_${randomBytes(6).toString('hex')}`;
  const begin = `begin; set local search_path to ${schema}`;
  let sent = 0;
  const refused: RefusedStatement[] = [];
  const refuse = (statement: string, why: string) => void refused.push({ statement: oneLine(statement), why });

  /** Runs a statement in a transaction that is kept, as a change of tables is, or undone. */
  async function run(end: 'commit' | 'rollback', statement: string, values: unknown[], start = begin) {
    sent++;
    try {
      await client.query(start);
      const result = await client.query(statement, values);
      await client.query(end);
      return result;
    } catch (error) {
      await client.query('rollback').catch((late) => giveUp(schema, late));
      if (end === 'commit' || !OF_VALUES.test(codeOf(error))) refuse(statement, reasonOf(error));
      return { command: '', rowCount: 0, rows: [] };
    }
  }

  const version = await open(client, schema);
  try {
    const keep = (statement: string, values: unknown[] = []) => run('commit', statement, values);
    for (const statement of [...TABLES_OF_MIGRATOR, TABLE_OF_LIMITS]) await keep(statement);
    await runMigrations(keep);
    for (const statement of [...BESIDES, ...statements]) await run('rollback', statement, nullsFor(statement));
    for (const start of BEGINS) await run('rollback', 'select 1', [], start);
    await run('rollback', 'create table undone (id text primary key)', []);
    if (await isThere(client, schema, 'undone'))
      refuse(
        'begin; create table …; rollback',
        'the table is still there after the rollback: a failed upgrade would leave parts behind',
      );
  } finally {
    await client.query(`drop schema if exists ${schema} cascade`).catch(() => {});
    await client.end().catch(() => {});
  }
  return { version, sent, refused };
}

function giveUp(schema: string, error: unknown): never {
  throw new EngineUnusable(
    `The engine no longer answers: ${reasonOf(error)}. If it is still there, remove the schema of the check: drop schema ${schema} cascade.`,
  );
}

/** Connects and makes the schema. Returns the version of the engine. */
async function open(client: pg.Client, schema: string): Promise<string> {
  try {
    await client.connect();
  } catch (error) {
    throw new EngineUnusable(`The engine cannot be reached: ${reasonOf(error)}.`);
  }
  try {
    const { rows } = await client.query<{ version: string }>('select version() as version');
    await client.query(`create schema ${schema}`);
    return rows[0]?.version ?? '';
  } catch (error) {
    await client.end().catch(() => {});
    throw new EngineUnusable(
      `The check makes a schema of its own, and the engine refuses that: ${reasonOf(error)}. Nothing was changed. Use a role that may: grant create on database NAME to ROLE.`,
    );
  }
}

async function isThere(client: pg.Client, schema: string, table: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>('select to_regclass($1)::text as name', [
    `${schema}.${table}`,
  ]);
  return rows[0]?.name !== null;
}

/** A null for each placeholder of a statement. */
function nullsFor(statement: string): null[] {
  const numbers = [...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  return Array.from({ length: Math.max(0, ...numbers) }, () => null);
}

function oneLine(statement: string): string {
  return statement.replace(/\s+/g, ' ').trim();
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return codeOf(error) ? `${error.message} (${codeOf(error)})` : error.message;
}
