import type { Context } from '../kit/context.ts';
import { errorBodyResponse } from '../kit/errors.ts';

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** `/healthz`: the process responds. */
export function readHealth(): Response {
  return new Response('{"status":"ok"}\n', { headers: HEADERS });
}

/** `/readyz`: the process can read published articles; `writable` says whether it can also write. */
export async function readReadiness(c: Context): Promise<Response> {
  const { reading, writable } = await c.var.readiness();
  if (reading) return new Response(`${JSON.stringify({ status: 'ready', writable })}\n`, { headers: HEADERS });
  c.var.log.error({}, 'the database cannot be read; look at DATABASE_URL and the disk');
  return errorBodyResponse(
    503,
    { code: 'not_ready', error: 'The database cannot be read.', hint: 'Try again shortly.', writable },
    { 'Retry-After': '5' },
  );
}
