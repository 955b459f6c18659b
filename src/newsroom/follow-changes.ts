import { secretOf } from '#http/access.ts';
import type { Context } from '#http/context.ts';
import { peekSession } from '#people/sessions.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // Tells proxies not to buffer, which would delay the events.
  'X-Accel-Buffering': 'no',
};

/**
 * `GET /newsroom/changes?after=`: streams which articles changed, until the session ends. With `article=` (and `writing=1` in the
 * editor) also who else has that article open.
 */
export async function followChanges(c: Context): Promise<Response> {
  if (c.req.method === 'HEAD') return new Response(null, { headers: HEADERS });
  const { deps, session, streams } = c.var;
  const secret = secretOf(c) ?? '';
  const after = readNumber(c.req.header('last-event-id')) ?? readNumber(c.req.query('after')) ?? 0;
  const articleId = c.req.query('article');
  const article = articleId ? { articleId, isWriting: c.req.query('writing') === '1' } : null;
  const body = await streams.open(session, after, () => peekSession(deps, secret), article);
  return new Response(body, { headers: HEADERS });
}

function readNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
