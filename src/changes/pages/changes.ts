import { lastChange } from '#article/pages/read-published.ts';
import { type ChangesPage, listLatestChanges, nameLive } from '#changes/public-changes.ts';
import { HTML, jsonResponse } from '#http/cache/public-response.ts';
import { callerKey } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { choiceOf, formOf, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import {
  CHANGES_PATH,
  type ChangesQuery,
  openWebStream,
  readChangesAfter,
  readChangesQuery,
  readWanted,
  STREAM_HEADERS,
  wantsStream,
} from './change-stream.ts';
import { changesHtml } from './changes-html.ts';
import { changesJson } from './changes-json.ts';
import { changesMarkdown } from './changes-markdown.ts';

/** A page with as many changes as were asked for never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** How many changes the page has. */
const LATEST = 200;

/** `GET /api/v1/public/changes`: a page, a long poll with `wait`, a stream with `Accept: text/event-stream`. */
export async function readChangesJson(c: Context): Promise<Response> {
  const query = readChangesQuery(new URL(c.req.url).searchParams);
  if (wantsStream(c.req.header('accept'))) return streamChanges(c, query);
  const { publication } = siteSnapshot();
  const page = await (query.wait > 0 ? waitForChanges(c, query) : readChangesAfter(c.var.deps, query));
  const { isFull, nextAfter } = page;
  const next = new URLSearchParams({
    after: String(nextAfter),
    ...(query.limit !== 200 && { limit: String(query.limit) }),
    ...(query.section && { section: query.section }),
  });
  const headers = {
    Link: `<${publication.baseUrl}${CHANGES_PATH}?${next}>; rel="next"`,
    ...(isFull ? { 'Cache-Control': FOR_EVER } : query.wait > 0 && { 'Cache-Control': 'no-store' }),
  };
  const modifiedAt = isFull ? (page.changes.at(-1)?.at ?? null) : await lastChange(c);
  return sendPublic(c, jsonResponse(changesJson(publication, page), { modifiedAt, headers, choice: 'query' }));
}

/** `/changes` in the form asked for, and `/changes.md`: the latest changes, newest first. */
export async function readChangesPage(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const form = formOf(c);
  if (form === 'json') return readChangesJson(c);
  const changes = await listLatestChanges(c.var.deps.db.read, LATEST);
  const live = await nameLive(c.var.deps.db.read, changes);
  const modifiedAt = await lastChange(c);
  const headers = linksOf(c, '/changes', publication.baseUrl + CHANGES_PATH);
  const kept = { about: ['edition'], form, choice: choiceOf(c) } as const;
  if (form === 'markdown')
    return sendPublic(c, {
      ...markdownResponse(changesMarkdown(publication, changes, live), '/changes.md', modifiedAt, headers),
      ...kept,
    });
  const body = await changesHtml(publication, changes, live);
  return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, ...kept });
}

async function waitForChanges(c: Context, query: ChangesQuery): Promise<ChangesPage> {
  const { deps, changeFeed } = c.var;
  const until = performance.now() + query.wait * 1000;
  let page = await readChangesAfter(deps, query);
  while (page.changes.length === 0) {
    const left = until - performance.now();
    if (left <= 0 || c.req.raw.signal.aborted) break;
    const after = page.nextAfter;
    const hasMore = await changeFeed.wait(callerKey(c), after, left, c.req.raw.signal);
    page = await readChangesAfter(deps, { ...query, after });
    if (!hasMore) break;
  }
  return page;
}

async function streamChanges(c: Context, query: ChangesQuery): Promise<Response> {
  const wanted = await readWanted(c.var.deps, query, c.req.header('last-event-id') ?? null);
  if (c.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
  return new Response(openWebStream(c.var.changeFeed, callerKey(c), wanted), { headers: STREAM_HEADERS });
}
