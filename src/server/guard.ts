import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Failure } from '#core/failure.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import { isOtherName, isOwnHost } from '#http/client-address.ts';
import type { Log } from '#http/context.ts';
import { type ErrorBody, errorBody, statusOfFailure } from '#http/errors.ts';
import { requestIdOf } from '#http/request-id.ts';
import { responseHeaders } from '#http/security-headers.ts';
import type { Config } from '#runtime/config/config.ts';

/** Most header fields of one request. Node silently drops fields above its own limit, so we count them. */
export const MOST_HEADERS = 100;

/**
 * Refuses requests that Node's parser accepts and that no handler should have to consider: duplicate headers, targets with
 * another host, dot segments, TRACE. It runs before everything else, also before the cache.
 */
export function guardRequests(config: Config, newId: () => string, next: RequestListener): RequestListener {
  const { host } = new URL(config.publication.baseUrl);
  return (incoming, outgoing) => {
    // HTTP/1.0 has no Host header, and load balancers use it.
    if (incoming.headers.host === undefined && HEALTH.has(incoming.url ?? '')) incoming.headers.host = host;
    const refusal = inspect(config, incoming) ?? redirectToBase(config, incoming);
    if (refusal) send(outgoing, refusal, responseHeaders(config, requestIdOf(incoming.headers['x-request-id'], newId)));
    else next(incoming, outgoing);
  };
}

type RefusedRequest = { status: number; headers?: Record<string, string>; body: ErrorBody };

/** Sends readers who use another name of the site, such as `www.`, to the same path of the base address. */
function redirectToBase(config: Config, { method, headers, url = '' }: IncomingMessage): RefusedRequest | null {
  if ((method !== 'GET' && method !== 'HEAD') || HEALTH.has(url)) return null;
  if (headers.host === undefined || !isOtherName(config, headers.host)) return null;
  const location = URL.parse(config.publication.baseUrl + url)?.href ?? config.publication.baseUrl;
  return {
    status: 301,
    headers: { Location: location, 'Cache-Control': 'public, max-age=60' },
    body: errorBody(new Failure('not_found', `This site is at ${config.publication.baseUrl}.`, { hint: location })),
  };
}

/** Machines request these by any host name. */
const HEALTH = new Set(['/healthz', '/readyz']);

function inspect(config: Config, incoming: IncomingMessage): RefusedRequest | null {
  const { method, rawHeaders } = incoming;
  if (method === 'TRACE') return notAnswered;
  const doubled = doubledHeader(rawHeaders);
  if (doubled) return bad(`The ${doubled} header was sent twice.`, 'Send it once.');
  if (rawHeaders.length > MOST_HEADERS * 2) return tooManyHeaders;
  const url = incoming.url ?? '';
  if (url.charCodeAt(0) === SLASH && !ODD.test(url)) return null;
  return inspectTarget(config, incoming, url);
}

const SLASH = 47;
/** A target with any of these needs a closer look. */
export const ODD = /%|\\|\/[./]/;

/** Returns the name of the header, Host or Authorization, that was sent twice. */
function doubledHeader(raw: string[]): 'Host' | 'Authorization' | null {
  let hosts = 0;
  let authorizations = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++;
  }
  if (hosts > 1) return 'Host';
  return authorizations > 1 ? 'Authorization' : null;
}

/** Checks a target closely, and sets `incoming.url` to its path and query (RFC 9112, 3.2). */
function inspectTarget(config: Config, incoming: IncomingMessage, url: string): RefusedRequest | null {
  if (url === '*') return incoming.method === 'OPTIONS' ? options : bad('“*” is not a path.', 'Request a path.');
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url);
  if (absolute) {
    const [, authority = '', rest = ''] = absolute;
    if (authority.includes('@') || !isOwnHost(config, authority))
      return bad('The target names another site.', 'Request a path of this site.');
    incoming.url = rest.startsWith('/') ? rest : `/${rest}`;
  } else if (url.charCodeAt(0) !== SLASH) {
    return bad('The target is not a path.', 'Begin it with a slash.');
  }
  const [path = '', query = ''] = (incoming.url ?? '').split(/\?(.*)/s, 2);
  if (NUL.test(query)) return bad('The query contains a NUL character.', 'Remove it.');
  if (NUL.test(path) || NO_PATH.test(path)) incoming.url = nowhere(path);
  return null;
}

const NUL = /%00/;
/** A host in place of a path (a path that begins with two slashes by mistake is redirected), a backslash (which URL parsers read as a slash), or a dot segment, plain or encoded. */
const NO_PATH = /^\/{2,}[^/]*[.:@]|\\|%5c|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** A path that does not exist, under the same prefix, so that its 404 has the form of that prefix. */
function nowhere(path: string): string {
  const part = /^\/(?:api|\.well-known)(?=\/)/.exec(path)?.[0] ?? '';
  return `${part}/no/such/address${path.endsWith('.md') ? '.md' : ''}`;
}

function refused(failure: Failure, headers?: Record<string, string>): RefusedRequest {
  return { status: statusOfFailure(failure), body: errorBody(failure), ...(headers && { headers }) };
}

function bad(message: string, hint: string): RefusedRequest {
  return refused(new Failure('bad_request', message, { hint }));
}

const ALLOW = { Allow: 'GET, HEAD, POST, OPTIONS' };
const notAnswered = refused(
  new Failure('method_not_allowed', 'This server does not answer TRACE.', { hint: `It answers ${ALLOW.Allow}.` }),
  ALLOW,
);
const tooManyHeaders: RefusedRequest = {
  ...bad('The request has too many header fields.', `Send at most ${MOST_HEADERS}.`),
  status: 431,
};
const options: RefusedRequest = { ...notAnswered, status: 204 };

/** Sends the response and closes the connection: the caller may have hidden a second request behind the first. */
function send(
  outgoing: ServerResponse,
  { status, headers, body }: RefusedRequest,
  every: Record<string, string>,
): void {
  const common = { ...every, 'Cache-Control': 'no-store', ...headers, Connection: 'close' };
  if (status === 204) return void outgoing.writeHead(status, common).end();
  const text = `${JSON.stringify(body)}\n`;
  const about = { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(text) };
  outgoing.writeHead(status, { ...common, ...about }).end(text);
}

/** Most requests that a process checks. A wrong proxy configuration shows in the first ones. */
const MOST_CHECKED = 1000;

const HOST =
  'the proxy does not pass the Host header on, so agents get 403 at /api/mcp; in nginx: proxy_set_header Host $http_host';
const NOT_TRUSTED =
  'requests have X-Forwarded-For, but TRUSTED_PROXIES is 0: limits count all readers behind the proxy as one address';
const NOT_FORWARDED =
  'requests have fewer addresses in X-Forwarded-For than TRUSTED_PROXIES says: limits count all readers as one address';

/** The parts of a request by which a wrong configuration of a proxy shows. */
export type ForwardedRequest = {
  headers: { host?: string | undefined; 'x-forwarded-for'?: string | string[] | undefined };
  url?: string | undefined;
  socket: { remoteAddress?: string | undefined };
};
/** Checks one request. */
export type ForwardingCheck = (request: ForwardedRequest) => void;

/**
 * Makes the check that warns when the headers of a proxy do not match the settings, once for each problem. The site still
 * works then, but agents or limits do not, and nothing else would show the cause.
 */
export function createForwardingCheck(config: Config, log: Log): ForwardingCheck {
  const logged = new Set<string>();
  let checked = 0;
  return (request) => {
    if (checked >= MOST_CHECKED) return;
    checked++;
    const warning = misfit(config, request);
    if (warning && !logged.has(warning)) log.warn({}, warning);
    if (warning) logged.add(warning);
  };
}

/** Checks each request before `next` gets it. */
export function checkForwarding(check: ForwardingCheck, next: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    check(incoming);
    next(incoming, outgoing);
  };
}

function misfit(config: Config, { headers, url, socket }: ForwardedRequest): string | null {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  if (config.trustedProxies === 0) return forwarded && isNear(socket.remoteAddress) ? NOT_TRUSTED : null;
  if (HEALTH.has(url ?? '')) return null; // requested by the machine itself, without the proxy
  if (forwarded.split(',').filter((address) => address.trim() !== '').length < config.trustedProxies)
    return NOT_FORWARDED;
  return headers.host !== undefined && !isOwnHost(config, headers.host) ? HOST : null;
}

/** Whether the connection comes from this machine or a private network, as an operator's proxy does. Anybody can send the header. */
function isNear(address = ''): boolean {
  return /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i.test(address);
}
