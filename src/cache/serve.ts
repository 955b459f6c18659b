import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CachedResponse, isKnown } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';

// The two thin writers: the same copy by the web's own types, and straight to a socket.

/** Answers a GET or HEAD with a copy: 304 where the reader has it already, the body left out for HEAD. */
export function toResponse(request: Request, printed: CachedResponse): Response {
  const { headers, method } = request;
  if (isKnown(printed, headers.get('if-none-match'), headers.get('if-modified-since'))) {
    return new Response(null, { status: 304, headers: pairs(printed.head304) });
  }
  const body = method === 'HEAD' ? null : new Uint8Array(printed.body);
  return new Response(body, { status: printed.status, headers: pairs(printed.head) });
}

/** Hands a copy out before the framework is asked; false where there is none to hand out. */
export function serveFromCache(cache: ResponseCache, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { method, url = '' } = incoming;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const asked = readHeaders(incoming.rawHeaders);
  const printed = cache.find({ path: url, accept: asked.accept, acceptEncoding: asked.acceptEncoding });
  if (!printed) return false;
  if (isKnown(printed, asked.ifNoneMatch, asked.ifModifiedSince)) {
    outgoing.writeHead(304, printed.head304).end();
    return true;
  }
  outgoing.writeHead(printed.status, printed.head);
  if (method === 'HEAD') outgoing.end();
  else outgoing.end(printed.body);
  return true;
}

type Asked = {
  accept: string | null;
  acceptEncoding: string | null;
  ifNoneMatch: string | null;
  ifModifiedSince: string | null;
};

/** The four headers a copy is chosen by, out of the list as it came: Node makes an object of them only when asked. */
function readHeaders(raw: string[]): Asked {
  const asked: Asked = { accept: null, acceptEncoding: null, ifNoneMatch: null, ifModifiedSince: null };
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const field = FIELDS[name.length];
    if (!field || name.toLowerCase() !== field.header) continue;
    const value = raw[at + 1] ?? '';
    asked[field.as] = asked[field.as] === null ? value : `${asked[field.as]}, ${value}`;
  }
  return asked;
}

/** By the length of their names, which differ. */
const FIELDS: Record<number, { header: string; as: keyof Asked }> = {
  6: { header: 'accept', as: 'accept' },
  15: { header: 'accept-encoding', as: 'acceptEncoding' },
  13: { header: 'if-none-match', as: 'ifNoneMatch' },
  17: { header: 'if-modified-since', as: 'ifModifiedSince' },
};

function pairs(flat: string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2] ?? '', flat[at * 2 + 1] ?? '']);
}
