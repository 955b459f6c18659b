import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#config/config.ts';
import type { Agent } from '#core/actor.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import type { Deps } from '#runtime/deps.ts';
import { withSnapshot } from '#runtime/site-snapshot.ts';
import { readBearer } from './access.ts';
import { cutOff, LARGEST_JSON, parseBody } from './body.ts';
import { actorKey } from './client-address.ts';
import type { Log, RequestRecord } from './context.ts';
import { DEPRECATIONS, findDeprecation } from './deprecations.ts';
import { responseHeaders } from './security-headers.ts';
import type { Services } from './services.ts';

// Agents' POST requests of JSON, answered on the Node server before the framework (decision 0040). The route table makes every
// refusal of who may call: what is not certainly admitted stays unread for it.

export type PlainPostServices = { deps: Deps; config: Config; log: Log } & Pick<
  Services,
  'limits' | 'findAgent' | 'openSourceFor'
>;
/** An admitted request. `body` reads it. @throws bad_request */
export type PlainPost = {
  actor: Agent;
  requestId: string;
  header: (name: string) => string | undefined;
  body: () => Promise<unknown>;
};
export type PlainAnswer = { status: number; headers: Record<string, string>; body: string | null };
/** Answers a request, or leaves it unread and returns false. */
export type FastPath = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  known: { requestId: string; seen?: RequestRecord | undefined },
) => Promise<boolean>;

/** `match` returns the route of a request and how to answer it; null for a request of another path. */
export function createPlainPost(
  services: PlainPostServices,
  match: (url: string) => { route: string; answer: (post: PlainPost) => Promise<PlainAnswer> } | null,
): FastPath {
  const { config } = services;
  const ownHost = URL.parse(config.publication.baseUrl)?.host;
  return async (incoming, outgoing, { requestId, seen }) => {
    const endpoint = match(incoming.url ?? '');
    if (!endpoint || findDeprecation(DEPRECATIONS, 'POST', endpoint.route)) return false;
    if (incoming.headers.host !== ownHost || !isPlain(incoming)) return false;
    const actor = await admit(services, incoming.headers.authorization ?? '');
    if (!actor) return false;
    if (seen) seen.route = endpoint.route;
    const header = (name: string) => incoming.headers[name]?.toString();
    const body = async () => parseBody(await readAll(incoming));
    const {
      status,
      headers,
      body: text,
    } = await withSnapshot(services.deps.site, () => endpoint.answer({ actor, requestId, header, body }));
    const bytes = Buffer.from(text ?? ''); // one flat buffer: a concatenated string is slow to write
    outgoing.writeHead(status, {
      ...responseHeaders(config, requestId),
      'Cache-Control': 'no-store',
      ...headers,
      'Content-Length': bytes.length,
    });
    outgoing.end(bytes);
    return true;
  };
}

/** Whether method and headers are those of an ordinary call. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  const type = headers['content-type'];
  return (
    method === 'POST' &&
    headers.origin === undefined &&
    (type === 'application/json' || type === JSON_TYPE) &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length'] ?? Number.NaN) <= LARGEST_JSON
  );
}

/** The agent of the token, if its rate limit allows the call; else null. */
async function admit(
  { deps, config, limits, findAgent }: PlainPostServices,
  authorization: string,
): Promise<Agent | null> {
  const token = readBearer(authorization);
  try {
    const actor = token ? await findAgent(deps, token, config.publication.baseUrl) : null;
    if (!actor) return null;
    await limits.spend('write', actorKey(actor));
    return actor;
  } catch {
    return null;
  }
}

/** Reads the whole body. `isPlain` has checked its length. */
function readAll(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    incoming.on('data', (part: Uint8Array) => parts.push(part));
    incoming.on('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    incoming.on('error', () => reject(cutOff()));
  });
}
