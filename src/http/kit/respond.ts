import { createMiddleware } from 'hono/factory';
import { type CachedResponse, preferredCoding, toCachedResponse } from '../../cache/encode.ts';
import type { PublicResponse } from '../../cache/public-response.ts';
import { toResponse } from '../../cache/serve.ts';
import type { Context, Env } from './context.ts';
import { LAST_KNOWN } from './read-published.ts';
import { copyHeaders } from './security-headers.ts';

/** Answers with a copy, and keeps it on the newsstand where its door says what it is about. */
export async function sendPublic(c: Context, given: PublicResponse): Promise<Response> {
  const coding = preferredCoding(c.req.header('accept-encoding'));
  const isFilling = c.var.cache.isFilling();
  const besides = { ...(c.var.isLastKnown && LAST_KNOWN), ...(isFilling && { 'Cache-Control': 'no-store' }) };
  const copy = c.var.isLastKnown || isFilling ? { ...given, headers: { ...given.headers, ...besides } } : given;
  const printed = await toCachedResponse(copy, coding, copyHeaders(c.var.config, copy.type));
  const { about, choice = 'only', form = 'html' } = copy;
  const isPlain = !choice.endsWith('query') || !c.req.url.includes('?');
  if (about && copy.status === 200 && isPlain && !c.var.isLastKnown) {
    const held = choice === 'only' || choice === 'query' ? 'only' : form;
    c.var.cache.put({ path: c.req.path, choice, form: held, coding }, printed, about, c.var.renderedSince);
  }
  return handOver(c, printed);
}

/** Looks on the newsstand before the door is asked. Of readers who want the same at once, one has it printed. */
export const useCache = createMiddleware<Env>(async (c, next) => {
  const { cache } = c.var;
  c.set('renderedSince', await cache.catchUp());
  const wanted = {
    path: c.req.path + new URL(c.req.url).search,
    accept: c.req.header('accept') ?? null,
    acceptEncoding: c.req.header('accept-encoding') ?? null,
  };
  const found = cache.find(wanted);
  if (found) return handOver(c, found);
  const turn = cache.wait(wanted);
  if (turn) {
    await turn;
    const since = cache.find(wanted);
    return since ? handOver(c, since) : next();
  }
  try {
    return await next();
  } finally {
    cache.done(wanted);
  }
});

function handOver(c: Context, printed: CachedResponse): Response {
  c.set('isCopy', true);
  return toResponse(c.req.raw, printed);
}
