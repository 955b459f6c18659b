import type { Database, Tx } from '#db/database.ts';
import { tryWrite } from '#db/schema/dialect.ts';

/** Longest wait for the database, in milliseconds: load balancers give a check two seconds or more. */
const LONGEST_CHECK = 1000;
/** Milliseconds for which one result is used: each check takes a turn of the writer, and anybody may ask. */
const REUSE_FOR = 250;

/** Whether published articles can be read, whether the newsroom can write, and what an operator should fix. */
export type Readiness = { reading: boolean; writable: boolean; warnings: string[] };

/** Makes the check of the database; callers within a quarter of a second share one check. */
export function createReadinessCheck(db: Database): () => Promise<Readiness> {
  const tryToWrite = createWriteCheck(db);
  let current: Promise<Readiness> | null = null;
  return () => {
    if (current) return current;
    const checking = check();
    current = checking;
    const forget = () => {
      current = null;
    };
    void checking.finally(() => setTimeout(forget, REUSE_FOR).unref());
    return checking;
  };

  async function check(): Promise<Readiness> {
    const [reading, writable] = await Promise.all([
      inTime(succeeds(readArticle(db.read)), LONGEST_CHECK),
      tryToWrite(),
    ]);
    return { reading, writable, warnings: db.warnings() };
  }
}

/**
 * Tries to write, one try at a time. While a try hangs, the database counts as not writable, and no further try starts, because each would
 * take a connection from other work. A try that ends late counts as failed, so the answer does not change back and forth.
 */
function createWriteCheck(db: Database): () => Promise<boolean> {
  let running: { since: number; done: Promise<boolean> } | null = null;
  return async () => {
    if (!running) {
      const done = succeeds(db.write(tryWrite)).finally(() => {
        running = null;
      });
      running = { since: performance.now(), done };
    }
    return inTime(running.done, LONGEST_CHECK - (performance.now() - running.since));
  };
}

/** Reads data that every reader needs. */
function readArticle(tx: Tx): Promise<unknown> {
  return tx.selectFrom('article').select('id').limit(1).execute();
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

async function inTime(work: Promise<boolean>, longest: number): Promise<boolean> {
  if (longest <= 0) return false;
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), longest);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
