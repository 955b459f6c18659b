import type { Context } from '#http/context.ts';
import { errorBodyResponse } from '#http/errors.ts';

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** `/healthz`: the process responds. */
export function readHealth(): Response {
  return new Response('{"status":"ok"}\n', { headers: HEADERS });
}

/** `/readyz`: published articles can be read articles; `writable` says whether it can also write, `warnings` what to mend. */
export async function readReadiness(c: Context): Promise<Response> {
  const { reading, writable, warnings } = await c.var.readiness();
  if (reading) {
    const body = { status: 'ready', writable, ...(warnings.length > 0 && { warnings }) };
    return new Response(`${JSON.stringify(body)}\n`, { headers: HEADERS });
  }
  c.var.log.error({}, 'the database cannot be read; look at DATABASE_URL and the disk');
  return errorBodyResponse(
    503,
    { code: 'not_ready', error: 'The database cannot be read.', hint: 'Try again shortly.', writable },
    { 'Retry-After': '5' },
  );
}
