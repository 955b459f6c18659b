import type { Database, Tx } from '#db/database.ts';

/** Milliseconds between a call and its row in the database. */
const FLUSH_AFTER = 1000;
/** Calls that wait to be written, at most; further calls are dropped. */
const MAX_WAITING = 5000;
/** Calls kept for each claim. */
const KEPT_PER_CLAIM = 500;
/** Rows in one statement. */
const BATCH = 100;

/** A call an agent made: the tool or route, the article it was about, and `done` or the code of the error. */
export type AgentCall = { claimId: string; at: string; name: string; articleId: string | null; outcome: string };

export type CallLog = {
  /** Records a call in memory, so that no call waits for the database. */
  note: (call: AgentCall) => void;
  /** Writes the recorded calls now. If the database cannot be reached, they are dropped. */
  flush: () => Promise<void>;
};

/** Creates the log of agent calls, which stores the recorded calls once a second. */
export function createCallLog(db: Database): CallLog {
  let waiting: AgentCall[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const calls = waiting;
    waiting = [];
    if (calls.length > 0) writing = writing.then(() => db.write((tx) => writeCalls(tx, calls))).catch(() => {});
    return writing;
  }

  return {
    note: (call) => {
      if (waiting.length >= MAX_WAITING) return;
      waiting.push(call);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER).unref();
    },
    flush,
  };
}

async function writeCalls(tx: Tx, all: readonly AgentCall[]): Promise<void> {
  const calls = lastOfEach(all);
  for (let from = 0; from < calls.length; from += BATCH) {
    const rows = calls.slice(from, from + BATCH);
    await tx
      .insertInto('agent_call')
      .values(rows.map(({ claimId, articleId, ...row }) => ({ ...row, claim_id: claimId, article_id: articleId })))
      .execute();
  }
  for (const claimId of new Set(calls.map((call) => call.claimId))) await prune(tx, claimId);
}

/** The calls that `prune` would leave, in their order: a busy agent makes more in a second than are kept. */
function lastOfEach(calls: readonly AgentCall[]): AgentCall[] {
  const counts = new Map<string, number>();
  const isKept = ({ claimId }: AgentCall): boolean => {
    const count = (counts.get(claimId) ?? 0) + 1;
    counts.set(claimId, count);
    return count <= KEPT_PER_CLAIM;
  };
  return calls.toReversed().filter(isKept).reverse();
}

async function prune(tx: Tx, claimId: string): Promise<void> {
  const last = await tx
    .selectFrom('agent_call')
    .select('seq')
    .where('claim_id', '=', claimId)
    .orderBy('seq', 'desc')
    .offset(KEPT_PER_CLAIM)
    .limit(1)
    .executeTakeFirst();
  if (last) await tx.deleteFrom('agent_call').where('claim_id', '=', claimId).where('seq', '<=', last.seq).execute();
}

/** The last calls of a claim, latest first. */
export async function listCalls(tx: Tx, claimId: string, limit: number): Promise<AgentCall[]> {
  const rows = await tx
    .selectFrom('agent_call')
    .selectAll()
    .where('claim_id', '=', claimId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at, name, article_id, outcome }) => ({ claimId, at, name, articleId: article_id, outcome }));
}
