import type { IncomingMessage, ServerResponse } from 'node:http';
import { findAgent } from '../../agents/tokens.ts';
import { JSON_TYPE } from '../../cache/public-response.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../runtime/deps.ts';
import { readBearer } from '../kit/access.ts';
import { cutOff, LARGEST_JSON, parseBody } from '../kit/body.ts';
import { actorKey } from '../kit/client-address.ts';
import type { Log, RequestRecord } from '../kit/context.ts';
import { INTERNAL } from '../kit/errors.ts';
import type { Limits } from '../kit/limits.ts';
import { responseHeaders } from '../kit/security-headers.ts';
import type { McpResponse } from './json-rpc.ts';
import { handleMcp } from './mcp.ts';
import type { Caller, HeaderOf } from './tool.ts';

type Services = { deps: Deps; config: Config; log: Log; limits: Limits };
type FastPath = (incoming: IncomingMessage, outgoing: ServerResponse, seen?: RequestRecord) => Promise<boolean>;

/**
 * Answers plain `POST /api/mcp` requests on the Node server, before the framework. It takes only requests that the route table
 * would accept too. False leaves the request unread to the route table, which writes the error.
 */
export function createMcpFastPath(services: Services): FastPath {
  const ownHost = URL.parse(services.config.publication.baseUrl)?.host;
  return async (incoming, outgoing, seen) => {
    if (incoming.headers.host !== ownHost || !isPlain(incoming)) return false;
    const caller = await admit(services, incoming.headers.authorization ?? '');
    if (!caller) return false;
    if (seen) Object.assign(seen, { route: '/api/mcp', requestId: caller.requestId });
    send(outgoing, await respond(caller, incoming), responseHeaders(services.config, caller.requestId));
    return true;
  };
}

/** Whether method and headers are those of an ordinary MCP call. */
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
async function admit({ deps, config, log, limits }: Services, authorization: string): Promise<Caller | null> {
  const { publication } = config;
  const token = readBearer(authorization);
  try {
    const actor = token ? await findAgent(deps, token, publication.baseUrl) : null;
    if (!actor) return null;
    await limits.spend('write', actorKey(actor));
    return { deps, publication, actor, log, requestId: deps.newId() };
  } catch {
    return null;
  }
}

async function respond(caller: Caller, incoming: IncomingMessage): Promise<McpResponse> {
  const header: HeaderOf = (name) => incoming.headers[name]?.toString();
  try {
    return await handleMcp(caller, async () => parseBody(await readAll(incoming)), header);
  } catch (error) {
    const text = error instanceof Error ? error.stack : String(error);
    caller.log.error(
      { request: caller.requestId, route: '/api/mcp', error: text },
      'a request failed; this is a defect',
    );
    return { status: 500, body: JSON.stringify(INTERNAL) };
  }
}

/** Reads the whole body. `isPlain` has checked its length. */
function readAll(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    incoming.on('data', (part: Uint8Array) => parts.push(part));
    incoming.on('end', () => resolve(Buffer.concat(parts)));
    incoming.on('error', () => reject(cutOff()));
  });
}

function send(outgoing: ServerResponse, { status, body }: McpResponse, headers: Record<string, string>): void {
  const bytes = Buffer.from(body ?? ''); // one flat buffer: a concatenated string is slow to write
  const type = body === null ? {} : { 'Content-Type': JSON_TYPE };
  outgoing.writeHead(status, { ...headers, 'Cache-Control': 'no-store', ...type, 'Content-Length': bytes.length });
  outgoing.end(bytes);
}
