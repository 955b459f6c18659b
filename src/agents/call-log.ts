import type { Agent } from '../core/actor.ts';
import type { Tx } from '../db/database.ts';
import { type Deps, now } from '../runtime/deps.ts';

// What programs call, noted in memory and written together once a second: noting never makes a call wait.

/** Milliseconds between a call and its being written. */
const EVERY = 1000;
/** Calls that wait to be written, at most; what comes while there are as many is not noted. */
const MOST_WAITING = 5000;
/** Calls kept of each claim. */
const KEPT = 500;
const AT_ONCE = 100;

/** A call a program made: the tool or route, the article it was about, and `done` or the code of the refusal. */
export type AgentCall = { name: string; articleId: string | null; outcome: string };
export type LoggedCall = AgentCall & { at: string };

type Waiting = AgentCall & { claimId: string; at: string };
type CallLog = { note: (agent: Agent, call: AgentCall) => void; flush: () => Promise<void> };

const known = new WeakMap<Deps, CallLog>();

/** The calls of a press, of which there is one log for all its doors. */
export function callLogOf(deps: Deps): CallLog {
  const log = known.get(deps) ?? openCallLog(deps);
  known.set(deps, log);
  return log;
}

/** The last calls of a claim, latest first. */
export async function listCalls(tx: Tx, claimId: string, limit: number): Promise<LoggedCall[]> {
  const rows = await tx
    .selectFrom('agent_call')
    .selectAll()
    .where('claim_id', '=', claimId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at, name, article_id, outcome }) => ({ at, name, articleId: article_id, outcome }));
}

function openCallLog(deps: Deps): CallLog {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const calls = waiting;
    waiting = [];
    if (calls.length > 0) writing = writing.then(() => deps.db.write((tx) => writeCalls(tx, calls))).catch(() => {}); // while the database is away, they are let go of
    return writing;
  }

  return {
    note: (agent, call) => {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push({ ...call, claimId: agent.claimId, at: now(deps) });
      timer ??= setTimeout(() => void flush(), EVERY).unref();
    },
    flush,
  };
}

async function writeCalls(tx: Tx, calls: readonly Waiting[]): Promise<void> {
  for (let from = 0; from < calls.length; from += AT_ONCE) {
    const rows = calls.slice(from, from + AT_ONCE);
    await tx
      .insertInto('agent_call')
      .values(rows.map(({ claimId, articleId, ...row }) => ({ ...row, claim_id: claimId, article_id: articleId })))
      .execute();
  }
  for (const claimId of new Set(calls.map((call) => call.claimId))) await prune(tx, claimId);
}

async function prune(tx: Tx, claimId: string): Promise<void> {
  const last = await tx
    .selectFrom('agent_call')
    .select('seq')
    .where('claim_id', '=', claimId)
    .orderBy('seq', 'desc')
    .offset(KEPT)
    .limit(1)
    .executeTakeFirst();
  if (last) await tx.deleteFrom('agent_call').where('claim_id', '=', claimId).where('seq', '<=', last.seq).execute();
}
