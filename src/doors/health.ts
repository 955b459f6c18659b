import { lastPublication } from '../article/published.ts';
import type { Ctx } from './env.ts';
import { refusalResponse } from './refusal.ts';

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** `/healthz`: the process answers. */
export function readHealth(): Response {
  return new Response('{"status":"ok"}\n', { headers: HEADERS });
}

/** `/readyz`: the process can read the published edition. */
export async function readReadiness(c: Ctx): Promise<Response> {
  try {
    await lastPublication(c.var.press.db.read);
    return new Response('{"status":"ready"}\n', { headers: HEADERS });
  } catch (error) {
    c.var.log.error({ error: String(error) }, 'the database cannot be read; look at DATABASE_URL and the disk');
    return refusalResponse(
      503,
      { code: 'not_ready', error: 'The database cannot be read.', hint: 'Try again shortly.' },
      { 'Retry-After': '5' },
    );
  }
}
