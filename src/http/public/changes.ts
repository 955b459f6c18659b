import { type ChangesPage, listLatestChanges, readChanges } from '../../article/read/changes.ts';
import { HTML, jsonResponse } from '../../cache/public-response.ts';
import { Failure } from '../../core/failure.ts';
import { changesHtml } from '../../render/html/changes-html.ts';
import { changesJson, changesQuerySchema } from '../../render/json/changes-json.ts';
import { changesMarkdown } from '../../render/markdown/changes-markdown.ts';
import { callerKey } from '../kit/client-address.ts';
import type { Context } from '../kit/context.ts';
import { readParameters } from '../kit/query-parameters.ts';
import { lastChange } from '../kit/read-published.ts';
import { choiceOf, formOf, linksOf, markdownResponse, sendPublic } from '../kit/respond.ts';

/** A page with as many changes as were asked for never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  // Tells proxies not to buffer, which would delay the events.
  'X-Accel-Buffering': 'no',
};
const PARAMETERS = {
  numbers: ['after', 'limit', 'wait'],
  hint: 'after is the nextAfter of the previous page, limit is 1 to 1000, wait is 0 to 50 seconds, section a desk.',
};
/** How many changes the page has. */
const LATEST = 200;

/** `GET /api/v1/public/changes`: a page, a long poll with `wait`, a stream with `Accept: text/event-stream`. */
export async function readChangesJson(c: Context): Promise<Response> {
  const query = readParameters(changesQuerySchema(), new URL(c.req.url).searchParams, PARAMETERS);
  if (/\btext\/event-stream\b/i.test(c.req.header('accept') ?? '')) return streamChanges(c, query);
  const { publication } = c.var.config;
  const page = await (query.wait > 0 ? waitForChanges(c, query) : readPage(c, query));
  const { isFull, nextAfter } = page;
  const next = new URLSearchParams({
    after: String(nextAfter),
    ...(query.limit !== 200 && { limit: String(query.limit) }),
    ...(query.section && { section: query.section }),
  });
  const headers = {
    Link: `<${publication.baseUrl}/api/v1/public/changes?${next}>; rel="next"`,
    ...(isFull ? { 'Cache-Control': FOR_EVER } : query.wait > 0 && { 'Cache-Control': 'no-store' }),
  };
  const modifiedAt = isFull ? (page.changes.at(-1)?.at ?? null) : await lastChange(c);
  const more = { modifiedAt, headers, choice: 'query', ...(query.wait === 0 && { purgedWith: ['edition'] }) } as const;
  return sendPublic(c, jsonResponse(changesJson(publication, page), more));
}

/** `/changes` in the form asked for, and `/changes.md`: the latest changes, newest first. */
export async function readChangesPage(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const form = formOf(c);
  if (form === 'json') return readChangesJson(c);
  const changes = await listLatestChanges(c.var.deps.db.read, LATEST);
  const modifiedAt = await lastChange(c);
  const headers = linksOf(c, '/changes', `${publication.baseUrl}/api/v1/public/changes`);
  const kept = { about: ['edition'], form, choice: choiceOf(c) } as const;
  if (form === 'markdown')
    return sendPublic(c, {
      ...markdownResponse(changesMarkdown(publication, changes), '/changes.md', modifiedAt, headers),
      ...kept,
    });
  const body = await changesHtml(publication, changes);
  return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, ...kept });
}

type Query = { after: number; limit: number; wait: number; section?: string | undefined };

/** @throws bad_request for a number that the log has not reached */
async function readPage(c: Context, query: Query): Promise<ChangesPage> {
  const page = await readChanges(c.var.deps.db.read, query);
  if (page) return page;
  throw new Failure('bad_request', `There was no change ${query.after} yet.`, {
    hint: 'This magazine was restored from a backup, or the number is wrong. Read again from after=0.',
  });
}

async function waitForChanges(c: Context, query: Query): Promise<ChangesPage> {
  const until = performance.now() + query.wait * 1000;
  let page = await readPage(c, query);
  while (page.changes.length === 0) {
    const left = until - performance.now();
    if (left <= 0 || c.req.raw.signal.aborted) break;
    const after = page.nextAfter;
    const hasMore = await c.var.changeFeed.wait(callerKey(c), after, left, c.req.raw.signal);
    page = await readPage(c, { ...query, after });
    if (!hasMore) break;
  }
  return page;
}

async function streamChanges(c: Context, query: Query): Promise<Response> {
  const sent = c.req.header('last-event-id') ?? '';
  const after = /^\d{1,15}$/.test(sent) ? Number(sent) : query.after;
  await readPage(c, { ...query, after, limit: 1 });
  if (c.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
  const body = c.var.changeFeed.stream(callerKey(c), { after, section: query.section });
  return new Response(body, { headers: STREAM_HEADERS });
}
