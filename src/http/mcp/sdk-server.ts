import {
  type JSONRPCErrorResponse,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  PerRequestHTTPServerTransport,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Publication } from '../../config.ts';
import { callTool } from './call-tool.ts';
import { CAPABILITIES, instructions, LEGACY, MODERN, serverInfo } from './server-info.ts';
import type { Caller } from './tool.ts';
import { TOOLS } from './tools.ts';

const TOOL_NAMES = TOOLS.map(({ text }) => text.name).join(', ');

/** How long a client may keep the list of tools and what the server says of itself, in milliseconds. */
const KEPT = 5 * 60 * 1000;

export type Era = 'modern' | 'legacy';
export type Reply = JSONRPCResultResponse | JSONRPCErrorResponse;
type Line = (request: JSONRPCRequest, caller: Caller) => Promise<Reply>;

const opened = new WeakMap<Publication, Record<Era, Line>>();

/** Hands one request to the protocol's own server of its era, and gives back what that answers. */
export function ask(era: Era, request: JSONRPCRequest, caller: Caller): Promise<Reply> {
  const lines = opened.get(caller.publication) ?? openLines(caller.publication);
  return lines[era](request, caller);
}

/** The two servers, one for each era, that answer every request for as long as the house is open. */
function openLines(publication: Publication): Record<Era, Line> {
  const lines = { modern: openLine(publication, bindModern()), legacy: openLine(publication, bindLegacy()) };
  opened.set(publication, lines);
  return lines;
}

/**
 * One server behind a transport of its own. Requests of all callers go through it at once, so each is given an id of
 * ours on the way in and its own again on the way out, and the tools find who calls by that id.
 */
function openLine(publication: Publication, transport: Transport): Line {
  const open = new Map<number, { caller: Caller; reply: (reply: Reply) => void }>();
  let last = 0;
  const server = newServer(publication, (id) => open.get(id)?.caller);
  transport.send = async (message) => {
    if ('method' in message) return; // this server never asks and never notifies
    const waiting = open.get(Number(message.id));
    open.delete(Number(message.id));
    waiting?.reply(message);
  };
  void server.connect(transport); // done at once: neither transport has anything to wait for
  return async (request, caller) => {
    const id = ++last;
    const reply = await new Promise<Reply>((resolve) => {
      open.set(id, { caller, reply: resolve });
      transport.onmessage?.({ ...request, id });
    });
    return { ...reply, id: request.id };
  };
}

function newServer(publication: Publication, callerOf: (id: number) => Caller | undefined): Server {
  const cache = { ttlMs: KEPT, cacheScope: 'public' } as const;
  const server = new Server(serverInfo(publication), {
    capabilities: CAPABILITIES,
    instructions: instructions(publication),
    supportedProtocolVersions: [MODERN, ...LEGACY],
    cacheHints: { 'tools/list': cache, 'server/discover': cache },
  });
  const tools = TOOLS.map(({ text }) => text);
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const caller = callerOf(Number(mcpReq.id));
    const result = caller && (await callTool(caller, params.name, params.arguments));
    if (result) return result;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${params.name.slice(0, 128)}. The tools are ${TOOL_NAMES}.`,
    );
  });
  return server;
}

/** A server connected to this serves the modern era. It is meant for one exchange; ours is never told that one ended. */
function bindModern(): Transport {
  return new PerRequestHTTPServerTransport({ classification: { era: 'modern', revision: MODERN } });
}

/** A server connected to anything else serves the era of the handshake. */
function bindLegacy(): Transport {
  return { start: async () => {}, send: async () => {}, close: async () => {} };
}
