import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** Most connections of one pool, and the longest wait for one, in milliseconds. */
const MOST_CONNECTIONS = 10;
const LONGEST_WAIT = 5000;
/** Milliseconds after which a query counts as lost: longer than the server itself takes for one. */
const LONGEST_QUERY = 20_000;

/** The limits of each query, as PostgreSQL shows them. */
export const LIMITS = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  synchronous_commit: 'on',
} as const;

const AT_START = Object.entries(LIMITS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');
const SET_LOCAL = Object.entries(LIMITS)
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join('; ');

/**
 * How to reach a server. With `isPooled` a pooler such as PgBouncer is in front of it: it refuses limits at the start of a
 * connection, and each transaction may get another connection of the server, so each transaction sets its limits itself.
 */
export type PoolOptions = { isPooled: boolean; longestWait?: number; longestQuery?: number };

/** Opens a pool with the limits for its queries. */
export function openPool(url: string, { isPooled, longestWait, longestQuery }: PoolOptions): pg.Pool {
  return createPool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: longestWait ?? LONGEST_WAIT,
    idleTimeoutMillis: 30_000,
    query_timeout: longestQuery ?? LONGEST_QUERY,
    ...(!isPooled && { options: AT_START }),
  });
}

/** Opens one connection without limits: a migration may wait for another process as long as that takes. */
export function openPatientPool(url: string): pg.Pool {
  return createPool({ connectionString: url, max: 1, connectionTimeoutMillis: LONGEST_WAIT });
}

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, keepAlive: true, application_name: 'plumbline' });
  // An idle connection that fails is replaced at the next use. On a connection in use the query reports the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function connectUntil(pool: pg.Pool, closed: AbortSignal): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(new Error('Connection terminated: the pool is closed'));
      connecting.then(
        (client) => client.release(),
        () => {},
      );
    };
    const connecting = pool.connect();
    closed.addEventListener('abort', leave, { once: true });
    connecting.then(resolve, reject).finally(() => closed.removeEventListener('abort', leave));
  });
}

type Query = (text: string, values?: unknown[]) => Promise<unknown>;
const queries = new WeakMap<pg.PoolClient, Query>();

/**
 * Takes a connection of a pool. Errors of its queries go to `refuse`; NUL in values is replaced. `closed` is aborted when the pool
 * is closed: the pool itself would let callers wait for a connection until their time is over.
 */
export async function takeClient(
  pool: pg.Pool,
  isPooled: boolean,
  refuse: (error: unknown) => never,
  closed?: AbortSignal,
): Promise<PostgresPoolClient> {
  const client = await (closed ? connectUntil(pool, closed) : pool.connect()).catch(refuse);
  const query = queries.get(client) ?? queryOf(client, isPooled);
  queries.set(client, query);
  // The previous user of the connection may have refused errors in another way.
  return Object.assign(client, {
    query: (text: string, values?: unknown[]) => query(text, values?.map(withoutNul)).catch(refuse),
  });
}

function queryOf(client: pg.PoolClient, isPooled: boolean): Query {
  const plain = client.query.bind(client) as Query;
  return isPooled ? limitTransactions(plain) : plain;
}

const BEGINS = /^(?:begin|start transaction)\b/i;
const ENDS = /^(?:commit|rollback)$/i;

/** Sets the limits in each transaction, and puts each query outside of a transaction into its own transaction. */
function limitTransactions(query: Query): Query {
  let isOpen = false;
  const begin = async (text: string) => {
    isOpen = true;
    return query(`${text}; ${SET_LOCAL}`);
  };
  const end = async (text: string) => {
    isOpen = false;
    return query(text);
  };
  return async (text, values) => {
    if (BEGINS.test(text)) return begin(text);
    if (ENDS.test(text)) return end(text);
    if (isOpen) return query(text, values);
    await begin('begin');
    try {
      const result = await query(text, values);
      await end('commit');
      return result;
    } catch (error) {
      await end('rollback').catch(() => {});
      throw error;
    }
  };
}

/** PostgreSQL accepts no NUL in a text. No stored text contains NUL or this noncharacter, so a search still finds nothing. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffe') : value;
}
