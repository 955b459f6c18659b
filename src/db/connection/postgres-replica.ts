import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { latestMigration } from '#db/schema/migrate.ts';
import type { Tables } from '#db/schema/tables.ts';
import type { ConnectionLog } from './connection-state.ts';
import { reasonOf } from './db-errors.ts';
import { openPool, takeClient } from './postgres-pool.ts';

/** Longest wait for a replica that has not applied the last publication yet, in milliseconds. Then readers get the primary. */
const DEADLINE = 500;
/** Milliseconds between two looks while readers wait for the replica. */
const LOOK_EVERY = 20;
/** Milliseconds without the replica after it missed the deadline, and after it could not be reached or used. */
const AFTER_LATE = 100;
const AFTER_AWAY = 1000;
const AFTER_OTHER_SITE = 60_000;
/** Longest wait for a connection and for an answer, in milliseconds: readers of the primary must not wait for the replica. */
const LONGEST_WAIT = 500;
const LONGEST_QUERY = 1500;

/** What the primary has: the last line of its publication log, and the key of its site. */
export type PrimaryState = { seq: number; key: string | null };

export type Replica = {
  /**
   * Reads one moment of the replica that has every publication known to this process. Null when it does not have them before
   * the deadline, or cannot be used: then read the primary.
   */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<{ value: T } | null>;
  /** Notes the number of a line that was published; null when something was committed, and nobody knows what. */
  learn: (seq: number | null) => void;
  close: () => Promise<void>;
};

type Attempt<T> = { value: T } | 'behind' | 'away';

/** Opens the replica at `url`. `askPrimary` is called after a commit whose publication is not known. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share what is known of the replica
export function openReplica(
  url: string,
  { isPooled, askPrimary, log }: { isPooled: boolean; askPrimary: () => Promise<PrimaryState>; log: ConnectionLog },
): Replica {
  const pool = openPool(url, { isPooled, longestWait: LONGEST_WAIT, longestQuery: LONGEST_QUERY });
  const refuse = (error: unknown): never => {
    throw error;
  };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: () => takeClient(pool, isPooled, refuse), end: async () => {}, options: {} },
    }),
  });
  let needed: PrimaryState = { seq: 0, key: null };
  let isUnknown = true;
  let asking: Promise<void> | null = null;
  let waiting: Promise<boolean> | null = null;
  let isLate = false;
  let notBefore = 0;
  let loggedReason = '';

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: what the replica may answer, and what follows, in one loop
  async function read<T>(work: (tx: Tx) => Promise<T>): Promise<{ value: T } | null> {
    if (performance.now() < notBefore) return null;
    while (isUnknown || asking) await askOnce();
    for (;;) {
      const result = await attempt(work);
      if (result === 'away') return null;
      if (result !== 'behind') return result;
      if (isLate) return pause(AFTER_LATE);
      if (await catchUpOnce()) continue;
      isLate = true;
      return pause(AFTER_LATE);
    }
  }

  function askOnce(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  function catchUpOnce(): Promise<boolean> {
    waiting ??= catchUp().finally(() => {
      waiting = null;
    });
    return waiting;
  }

  /** Line numbers only grow, except when the primary was restored from a backup: then its answer counts. */
  async function ask(): Promise<void> {
    isUnknown = false;
    const before = needed.seq;
    try {
      const now = await askPrimary();
      needed = { key: now.key, seq: needed.seq > before ? Math.max(needed.seq, now.seq) : now.seq };
    } catch (error) {
      isUnknown = true;
      throw error;
    }
  }

  /** Whether the replica has everything known before the deadline. One look serves all readers that wait. */
  async function catchUp(): Promise<boolean> {
    const until = performance.now() + DEADLINE;
    while (performance.now() < until) {
      await wait(LOOK_EVERY);
      if ((await attempt(async () => true)) !== 'behind') return true;
    }
    return false;
  }

  /** Checks and reads in one snapshot, so that this holds for several replicas behind one address, too. */
  async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<Attempt<T>> {
    const { seq, key } = needed;
    try {
      const begin = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
      const result = await begin.execute(async (tx): Promise<Attempt<T>> => {
        const state = await readState(tx);
        if (state.seq < seq || state.step < latestMigration()) return 'behind';
        if (state.key !== key) throw new OtherSite();
        return { value: await work(tx) };
      });
      if (result === 'behind') return result;
      isLate = false;
      if (loggedReason !== '') log.info({}, 'the replica of READ_URL is used again');
      loggedReason = '';
      return result;
    } catch (error) {
      if (error instanceof Failure) throw error;
      leave(error);
      return 'away';
    }
  }

  function leave(error: unknown): void {
    pause(error instanceof OtherSite ? AFTER_OTHER_SITE : AFTER_AWAY);
    const reason = reasonOf(error);
    if (reason !== loggedReason)
      log.error({ error: reason }, 'the replica of READ_URL is not used: readers get the primary');
    loggedReason = reason;
  }

  function pause(milliseconds: number): null {
    notBefore = performance.now() + milliseconds;
    return null;
  }

  return {
    read,
    learn: (seq) => {
      if (seq === null) isUnknown = true;
      else if (seq > needed.seq) needed = { ...needed, seq };
    },
    close: () => pool.end(),
  };
}

class OtherSite extends Error {
  override message = 'READ_URL leads to the database of another site';
}

/** The last line of the publication log, the last migration and the key of the site, as one query. */
export async function readState(tx: Tx): Promise<PrimaryState & { step: string }> {
  const { rows } = await sql<{ seq: number | null; step: string | null; key: string | null }>`select
    (select max(seq) from publication_log) as seq, (select max(name) from kysely_migration) as step,
    (select value from setting where name = 'key') as key`.execute(tx);
  const [row] = rows;
  return { seq: Number(row?.seq ?? 0), step: row?.step ?? '', key: row?.key ?? null };
}
