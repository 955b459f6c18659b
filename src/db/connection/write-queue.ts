import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Database, Tx } from '#db/database.ts';
import { dbBusy, isLocked } from './db-errors.ts';

/** Most waiting writes; further writes are refused. */
const LONGEST_QUEUE = 200;
/** Longest wait for a lock of another process, in milliseconds. */
const LONGEST_WAIT = 5000;
const MOST_PER_COMMIT = 100;

type Statements = [StatementSync, StatementSync, StatementSync];
type Job = { run: () => Promise<void>; settle: () => void; refuse: (error: unknown) => void };

export type CommitHooks = {
  /** Called before each transaction. @throws the refusal of every waiting write */
  before: () => void;
  /** Called after each commit, before its writes return. @throws the refusal when the commit is in doubt */
  after: () => void;
  /** Turns an error into the error for the caller. */
  translate: (error: unknown) => unknown;
};

/**
 * Runs one write at a time. Writes that wait at the same time share one commit. Each write runs in its own savepoint, so that
 * one refusal undoes one write, and returns only after the commit and `after`. Before a commit, the queue waits one turn of
 * the event loop for more writes, and again as long as there are any.
 */
export function createWriteQueue(
  connection: DatabaseSync,
  tx: Tx,
  { before, after, translate }: CommitHooks,
): Database['write'] {
  const [savepoint, release, commit] = ['SAVEPOINT job', 'RELEASE job', 'COMMIT'].map((sql) => {
    const statement = connection.prepare(sql);
    statement.setReadBigInts(true); // each returns the number of the last row, which can be beyond the safe integers
    return statement;
  }) as Statements;
  const waiting: Job[] = [];
  let busy = false;

  return <T>(work: (tx: Tx) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      if (waiting.length >= LONGEST_QUEUE) return reject(dbBusy());
      let value: T;
      waiting.push({
        run: async () => {
          value = await work(tx);
        },
        settle: () => resolve(value),
        refuse: reject,
      });
      if (!busy) void commitAll();
    });

  async function commitAll(): Promise<void> {
    busy = true;
    while (waiting.length > 0) await commitBatch();
    busy = false;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one commit from begin to settle: where it fails decides which jobs are refused
  async function commitBatch(): Promise<void> {
    try {
      before();
      await begin(connection);
    } catch (error) {
      const refusal = translate(error);
      for (const job of waiting.splice(0)) job.refuse(refusal);
      return;
    }
    const finished: Job[] = [];
    try {
      for (let taken = 0; taken < MOST_PER_COMMIT; taken++) {
        if (waiting.length === 0) await turn();
        const job = waiting.shift();
        if (!job) break;
        if (await succeeds(job)) finished.push(job);
      }
      commit.run();
      after();
    } catch (error) {
      undo('ROLLBACK');
      const refusal = translate(error);
      for (const job of finished) job.refuse(refusal);
      return;
    }
    for (const job of finished) job.settle();
  }

  async function succeeds(job: Job): Promise<boolean> {
    try {
      savepoint.run();
      await job.run();
      release.run();
      return true;
    } catch (error) {
      job.refuse(translate(error));
      // Some errors (a full disk) end the whole transaction: then none of its writes may be acknowledged.
      if (!connection.isOpen || !connection.isTransaction) throw error;
      undo('ROLLBACK TO job; RELEASE job');
      return false;
    }
  }

  function undo(statement: string): void {
    try {
      if (connection.isOpen && connection.isTransaction) connection.exec(statement);
    } catch {
      // SQLite undoes the rest itself.
    }
  }
}

/** Begins the transaction. It waits for a lock of another process outside SQLite, so that reads continue. */
async function begin(connection: DatabaseSync): Promise<void> {
  const until = performance.now() + LONGEST_WAIT;
  for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
    try {
      return connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() > until) throw dbBusy();
    }
    await wait(pause);
  }
}
