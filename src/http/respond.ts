import { createMiddleware } from 'hono/factory';
import { Failure } from '#core/failure.ts';
import { type CachedResponse, headersOf304, preferredCoding, toCachedResponse } from '#http/cache/encode.ts';
import { preferredForm } from '#http/cache/negotiate.ts';
import { type Form, jsonResponse, MARKDOWN, type PublicResponse } from '#http/cache/public-response.ts';
import { isPreconditionFailed, omitKeepAlive, toResponse } from '#http/cache/serve.ts';
import { retakeSnapshot, siteSnapshot } from '#runtime/site-snapshot.ts';
import type { Context, Env } from './context.ts';
import { addDeprecation } from './deprecations.ts';
import { contentSignal } from './licence.ts';
import { OVERVIEW_LINK } from './overview-link.ts';
import { publicHeaders } from './security-headers.ts';

/** Sends a public response, and stores it in the response cache when its handler says what it is about. */
export async function sendPublic(c: Context, given: PublicResponse): Promise<Response> {
  const coding = preferredCoding(c.req.header('accept-encoding'));
  const isFilling = c.var.cache.isFilling();
  const besides = isFilling ? { 'Cache-Control': 'no-store' } : {};
  const own = {
    ...given.headers,
    ...(isMarkdownForm(given) && { 'Content-Signal': contentSignal(siteSnapshot().publication) }),
    ...besides,
  };
  const headers = addDeprecation(own, c.get('deprecation'));
  const copy = { ...given, headers };
  const printed = await toCachedResponse(copy, coding, publicHeaders(c.var.config, copy.type));
  const { about, choice = 'only', form = 'html' } = copy;
  const isPlain = !choice.endsWith('query') || !c.req.url.includes('?');
  if (about && copy.status === 200 && isPlain) {
    const held = choice === 'only' || choice === 'query' ? 'only' : form;
    c.set('isHeld', true);
    c.var.cache.put({ path: c.req.path, choice, form: held, coding }, printed, about, c.var.renderedSince);
  }
  return handOver(c, printed);
}

function isMarkdownForm({ headers }: PublicResponse): boolean {
  return headers !== undefined && 'X-Markdown-Tokens' in headers;
}

/** Serves from the response cache if possible. Of simultaneous requests for the same resource, one renders it. */
export const useCache = createMiddleware<Env>(async (c, next) => {
  const { cache } = c.var;
  // The router runs the handlers twice for an address that is written like its pattern, `/:section`: the inner one would wait for
  // the outer one.
  if (c.get('renderedSince') !== undefined) return next();
  c.set('renderedSince', await cache.catchUp());
  retakeSnapshot(); // what is stored must be as new as the log that was read
  const wanted = {
    path: c.req.path + new URL(c.req.url).search,
    accept: c.req.header('accept') ?? null,
    acceptEncoding: c.req.header('accept-encoding') ?? null,
  };
  const cached = cache.find(wanted);
  if (cached) return handOverHeld(c, cached);
  const turn = cache.wait(wanted);
  if (turn) {
    await turn;
    const since = cache.find(wanted);
    return since ? handOverHeld(c, since) : next();
  }
  try {
    return await next();
  } finally {
    cache.done(wanted);
  }
});

function handOverHeld(c: Context, printed: CachedResponse): Response {
  c.set('isHeld', true);
  return handOver(c, printed);
}

/** Sends a public response as it is printed. */
export function handOver(c: Context, printed: CachedResponse): Response {
  requirePreconditions(c, printed);
  c.set('isCopy', true);
  if (c.env?.incoming && c.env.outgoing) omitKeepAlive(c.env.incoming, c.env.outgoing);
  return toResponse(c.req.raw, printed);
}

/** @throws precondition_failed when the reader asks for another version than this one */
export function requirePreconditions(
  c: Context,
  version: Pick<CachedResponse, 'status' | 'etag' | 'modifiedAt'>,
): void {
  if (!isPreconditionFailed(version, c.req.header('if-match'), c.req.header('if-unmodified-since'))) return;
  throw new Failure('precondition_failed', 'The resource changed since the version that you name.', {
    hint: 'Request it again without If-Match and If-Unmodified-Since.',
  });
}

/** Whether the reader has the version with this ETag, so that `notModified` answers. */
export function hasCopy(c: Context, etag: string): boolean {
  const asked = c.req.header('if-none-match');
  return asked?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;
}

export function notModified(headers: Record<string, string>): Response {
  return new Response(null, { status: 304, headers: headersOf304(headers) });
}

/**
 * An address as a header may carry it: characters that a URL never has as they are, such as letters beyond ASCII, spaces and control
 * characters, become percent signs.
 */
export function headerAddress(address: string): string {
  return address.toWellFormed().replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent);
}

/** The path of the request as it was sent, with its percent signs: decoded, it can have characters that no address has. */
export function sentPath(c: Context): string {
  return new URL(c.req.url).pathname;
}

/** Redirects to the new address of a resource, keeping the query; `to` is a path of this site. */
export function sendMoved(c: Context, to: string): Promise<Response> {
  const location = headerAddress(`${c.var.config.publication.baseUrl}${to}${new URL(c.req.url).search}`);
  const body = `Moved to ${location}\n`;
  const headers = { Location: location };
  return sendPublic(c, { status: 301, type: 'text/plain; charset=utf-8', body, headers });
}

/** Redirects an address of a previous system. Its query named the page there, and means nothing here. */
export function sendOldAddress(c: Context, to: string): Promise<Response> {
  const location = headerAddress(`${c.var.config.publication.baseUrl}${to}`);
  const headers = { Location: location };
  const type = 'text/plain; charset=utf-8';
  return sendPublic(c, { status: 301, type, body: `Moved to ${location}\n`, headers });
}

// Pages with a Markdown form at `….md`; at the page's address, `Accept` chooses the form.

/** Whether the requested address is that of the Markdown form. */
export function isTwin(c: Context): boolean {
  return c.req.path.endsWith('.md');
}

export function formOf(c: Context): Form {
  return isTwin(c) ? 'markdown' : preferredForm(c.req.header('accept'));
}

/** The `Link` header of such a page; `json` is the address of its JSON form, if it has one. */
export function linksOf(c: Context, path: string, json?: string): Record<string, string> {
  const base = c.var.config.publication.baseUrl;
  const links = [
    `<${base}${path}>; rel="canonical"`,
    `<${base}${path}.md>; rel="alternate"; type="text/markdown"`,
    ...(json ? [`<${json}>; rel="alternate"; type="application/json"`] : []),
    OVERVIEW_LINK,
  ];
  return { Link: links.join(', ') };
}

/** A Markdown response, with its own address and its length in tokens. */
export function markdownResponse(
  body: string,
  location: string,
  modifiedAt: string | null,
  headers: Record<string, string>,
): PublicResponse {
  return {
    status: 200,
    type: MARKDOWN,
    body,
    modifiedAt,
    headers: {
      ...headers,
      'Content-Location': location,
      'X-Markdown-Tokens': String(Math.ceil(body.length / 4)),
    },
  };
}

/** The JSON form of a page, with the path at which it is the only form. */
export function jsonForm(value: unknown, location: string, more: Partial<PublicResponse>): PublicResponse {
  return jsonResponse(value, { ...more, headers: { ...more.headers, 'Content-Location': location } });
}

/** Whether an address has one form, or `Accept` chooses among several. */
export function choiceOf(c: Context): 'only' | 'page' {
  return c.req.path.endsWith('.md') || c.req.path.startsWith('/api/') ? 'only' : 'page';
}
