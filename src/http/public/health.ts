import { lastPublication } from '../../article/read/published.ts';
import type { Deps } from '../../runtime/deps.ts';
import type { Context } from '../kit/context.ts';
import { errorBodyResponse } from '../kit/errors.ts';

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** Longest wait for the database, in milliseconds. */
const LONGEST_LOOK = 1000;

/** `/healthz`: the process responds. */
export function readHealth(): Response {
  return new Response('{"status":"ok"}\n', { headers: HEADERS });
}

/** `/readyz`: the process can read published articles; `writable` says whether it can also write. */
export async function readReadiness(c: Context): Promise<Response> {
  const { reading, writable } = await healthOf(c.var.deps);
  if (reading) return new Response(`${JSON.stringify({ status: 'ready', writable })}\n`, { headers: HEADERS });
  c.var.log.error({}, 'the database cannot be read; look at DATABASE_URL and the disk');
  return errorBodyResponse(
    503,
    { code: 'not_ready', error: 'The database cannot be read.', hint: 'Try again shortly.', writable },
    { 'Retry-After': '5' },
  );
}

type Standing = { reading: boolean; writable: boolean };

const looking = new WeakMap<Deps['db'], Promise<Standing>>();
/** Milliseconds between two checks: each occupies the writing connection, and anybody may request one. */
const LOOK_EVERY = 250;

/** Whether the database can be read and written; all requests within a quarter of a second share one check. */
export function healthOf(deps: Deps): Promise<Standing> {
  const known = looking.get(deps.db);
  if (known) return known;
  const look = lookAt(deps);
  looking.set(deps.db, look);
  const forget = () => looking.delete(deps.db);
  void look.finally(() => setTimeout(forget, LOOK_EVERY).unref());
  return look;
}

async function lookAt(deps: Deps): Promise<Standing> {
  const [reading, writable] = await Promise.all([
    inTime(deps.db.readPublished(lastPublication)),
    inTime(deps.db.write(async () => {})),
  ]);
  return { reading, writable };
}

/** Whether `work` succeeds in time. */
async function inTime(work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), LONGEST_LOOK);
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
