import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Database, Tx } from '../database.ts';
import { dbBusy, isLocked } from './db-errors.ts';

/** Writes waiting at once; one more is refused at once. */
const LONGEST_QUEUE = 200;
/** How long a write waits for a lock another process holds, in milliseconds. */
const LONGEST_WAIT = 5000;
const MOST_PER_COMMIT = 100;

type Job = { run: () => Promise<void>; settle: () => void; refuse: (error: unknown) => void };

export type CommitHooks = {
  /** Whether the file can be written to now. @throws what each waiting write is then refused with */
  before: () => void;
  /** Called after each commit, before its writes are answered. @throws what they are refused with, should it be in doubt */
  after: () => void;
  /** What an error is to be told as. */
  judge: (error: unknown) => unknown;
};

/**
 * One writer at a time. Writes that wait at the same time share one commit; each runs in a savepoint of its own, so
 * that one refusal undoes one write, and each is answered only after the commit returned and `after` was told. Before it
 * commits it waits one turn of the event loop for those whose requests have come in meanwhile, and another for as long as
 * there were any.
 */
export function createWriteQueue(
  connection: DatabaseSync,
  tx: Tx,
  { before, after, judge }: CommitHooks,
): Database['write'] {
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
    while (waiting.length > 0) await commitTogether();
    busy = false;
  }

  async function commitTogether(): Promise<void> {
    try {
      before();
      await begin(connection);
    } catch (error) {
      const refusal = judge(error);
      for (const job of waiting.splice(0)) job.refuse(refusal);
      return;
    }
    const done: Job[] = [];
    try {
      for (let taken = 0; taken < MOST_PER_COMMIT; taken++) {
        if (waiting.length === 0) await turn();
        const job = waiting.shift();
        if (!job) break;
        if (await succeeds(job)) done.push(job);
      }
      connection.exec('COMMIT');
      after();
    } catch (error) {
      undo('ROLLBACK');
      const refusal = judge(error);
      for (const job of done) job.refuse(refusal);
      return;
    }
    for (const job of done) job.settle();
  }

  async function succeeds(job: Job): Promise<boolean> {
    try {
      connection.exec('SAVEPOINT job');
      await job.run();
      connection.exec('RELEASE job');
      return true;
    } catch (error) {
      job.refuse(judge(error));
      // Some errors (a full disk) end the whole transaction: then nothing done so far in it may be acknowledged.
      if (!connection.isOpen || !connection.isTransaction) throw error;
      undo('ROLLBACK TO job; RELEASE job');
      return false;
    }
  }

  function undo(statement: string): void {
    try {
      if (connection.isOpen && connection.isTransaction) connection.exec(statement);
    } catch {
      // What cannot be undone by asking is undone by SQLite itself.
    }
  }
}

/** Begins the transaction, waiting outside SQLite for a lock another process holds, so that reads go on meanwhile. */
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
