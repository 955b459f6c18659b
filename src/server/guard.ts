import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { JSON_TYPE } from '../cache/public-response.ts';
import type { Config } from '../config.ts';
import { Failure } from '../core/failure.ts';
import { isOwnHost } from '../http/kit/client-address.ts';
import { type ErrorBody, errorBody, statusOfFailure } from '../http/kit/errors.ts';
import { responseHeaders } from '../http/kit/security-headers.ts';

/** Header fields of one request; Node drops what is over its own limit without a word, so the count is ours. */
export const MOST_HEADERS = 100;

/**
 * Refuses what Node's parser lets through and no part of the house should have to think about: doubled headers, targets
 * with a host of their own, dot segments, TRACE. It stands before everything, the newsstand included.
 */
export function guardRequests(config: Config, newId: () => string, next: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const refused = lookAt(config, incoming);
    if (refused) send(outgoing, refused, responseHeaders(config, newId()));
    else next(incoming, outgoing);
  };
}

type Refused = { status: number; headers?: Record<string, string>; body: ErrorBody };

function lookAt(config: Config, incoming: IncomingMessage): Refused | null {
  const { method, rawHeaders } = incoming;
  if (method === 'TRACE') return notAnswered;
  const doubled = doubledHeader(rawHeaders);
  if (doubled) return bad(`The ${doubled} header came twice.`, 'Send it once.');
  if (rawHeaders.length > MOST_HEADERS * 2) return tooManyHeaders;
  const url = incoming.url ?? '';
  if (url.charCodeAt(0) === SLASH && !ODD.test(url)) return null;
  return lookAtTarget(config, incoming, url);
}

const SLASH = 47;
/** What a target has in it when there is anything to think about. */
const ODD = /%|\\|\/[./]/;

/** Of the two headers that decide who is asked and who asks, the one that came twice. */
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

/** Looks at a target closely, and leaves the path and the query of it in `incoming.url` (RFC 9112, 3.2). */
function lookAtTarget(config: Config, incoming: IncomingMessage, url: string): Refused | null {
  if (url === '*') return incoming.method === 'OPTIONS' ? options : bad('“*” is no address.', 'Ask for a path.');
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url);
  if (absolute) {
    const [, authority = '', rest = ''] = absolute;
    if (authority.includes('@') || !isOwnHost(config, authority))
      return bad('The target names another site.', 'Ask for a path here.');
    incoming.url = rest.startsWith('/') ? rest : `/${rest}`;
  } else if (url.charCodeAt(0) !== SLASH) {
    return bad('The target is no path.', 'Begin it with a slash.');
  }
  const [path = '', query = ''] = (incoming.url ?? '').split(/\?(.*)/s, 2);
  if (NUL.test(query)) return bad('The query has a NUL character in it.', 'Leave it out.');
  if (NUL.test(path) || NO_PATH.test(path)) incoming.url = nowhere(path);
  return null;
}

const NUL = /%00/;
/** A host in the place of a path, a backslash (which addresses take for a slash), or a dot segment, plain or encoded. */
const NO_PATH = /^\/\/|\\|%5c|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** An address that nobody has, in the same part of the house: so that its 404 is told in the form it is told in there. */
function nowhere(path: string): string {
  const part = /^\/(?:api|\.well-known)(?=\/)/.exec(path)?.[0] ?? '';
  return `${part}/no/such/address${path.endsWith('.md') ? '.md' : ''}`;
}

function refused(failure: Failure, headers?: Record<string, string>): Refused {
  return { status: statusOfFailure(failure), body: errorBody(failure), ...(headers && { headers }) };
}

function bad(message: string, hint: string): Refused {
  return refused(new Failure('bad_request', message, { hint }));
}

const ALLOW = { Allow: 'GET, HEAD, POST, OPTIONS' };
const notAnswered = refused(
  new Failure('method_not_allowed', 'This server does not answer TRACE.', { hint: `It answers ${ALLOW.Allow}.` }),
  ALLOW,
);
const tooManyHeaders: Refused = {
  ...bad('The request has too many header fields.', `Send at most ${MOST_HEADERS}.`),
  status: 431,
};
const options: Refused = { ...notAnswered, status: 204 };

/** The answer, after which the connection ends: whoever sends such a request may have put another behind it. */
function send(outgoing: ServerResponse, { status, headers, body }: Refused, every: Record<string, string>): void {
  const common = { ...every, ...headers, 'Cache-Control': 'no-store', Connection: 'close' };
  if (status === 204) return void outgoing.writeHead(status, common).end();
  const text = `${JSON.stringify(body)}\n`;
  const about = { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(text) };
  outgoing.writeHead(status, { ...common, ...about }).end(text);
}
