import {
  classifyInboundRequest,
  type InboundModernRoute,
  isJSONRPCRequest,
  isSpecType,
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
import { CAPABILITIES, instructions, LEGACY, MODERN, serverInfo } from '../../render/discovery/mcp-server-info.ts';
import { INTERNAL } from '../kit/errors.ts';
import { callTool } from './call-tool.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  type McpResponse,
  METHOD_NOT_FOUND,
  type RpcId,
  rpcError,
} from './json-rpc.ts';
import type { Caller, HeaderOf } from './tool.ts';
import { TOOLS } from './tools.ts';

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

/** What `Mcp-Name` repeats, of the methods that need it. */
const NAMED_BY = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

const CALL_SHAPE =
  ' They are {"name": "list_articles", "arguments": {"limit": 5}}: `arguments` is a JSON object, not text of one.';

const NOTED: McpResponse = { status: 202, body: null };

/** Answers one message of either era; the message itself says which (MCP 2026-07-28, Versioning, Backward Compatibility). */
export async function handleMessage(caller: Caller, message: unknown, header: HeaderOf): Promise<McpResponse> {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(header);
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    body: message,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
  if (route.kind === 'reject') return rpcError(route.httpStatus, idOf(message), route.code, route.message, route.data);
  if (route.kind === 'modern') return answerModern(caller, route, header);
  if (route.reason !== 'initialize' && version !== undefined && !LEGACY.includes(version)) {
    return unsupported(idOf(message), version, [MODERN, ...LEGACY]);
  }
  // Notifications and stray responses are taken and dropped: nothing here waits for them.
  if (!isJSONRPCRequest(message)) return NOTED;
  return pass('legacy', message, caller);
}

async function answerModern(caller: Caller, route: InboundModernRoute, header: HeaderOf): Promise<McpResponse> {
  const { revision } = route.classification;
  if (revision !== MODERN) return unsupported(idOf(route.message), revision ?? 'unknown', [MODERN]);
  if (route.messageKind === 'notification') return NOTED;
  const wrong = findMismatch(route.message, header);
  if (wrong) return rpcError(400, route.message.id, HEADER_MISMATCH, `Header mismatch: ${wrong}`);
  return pass('modern', route.message, caller);
}

async function pass(era: ProtocolEra, request: JSONRPCRequest, caller: Caller): Promise<McpResponse> {
  if (isMisshapen(era, request)) {
    const shape = request.method === 'tools/call' ? CALL_SHAPE : '';
    return rpcError(200, request.id, INVALID_PARAMS, `The params do not fit ${request.method}.${shape}`);
  }
  const body = await sendToServer(era, request, caller);
  if (!('error' in body)) return { status: 200, body: JSON.stringify(body) };
  const { code, message } = body.error;
  if (code === INTERNAL_ERROR) {
    caller.log.error(
      { request: caller.requestId, method: request.method, error: message },
      'MCP failed; this is a defect',
    );
    return rpcError(200, request.id, code, 'Internal error', INTERNAL);
  }
  return { status: era === 'modern' && code === METHOD_NOT_FOUND ? 404 : 200, body: JSON.stringify(body) };
}

/** Whether the params are not those of the method, where the era has that method. The library would tell its insides. */
function isMisshapen(era: ProtocolEra, request: JSONRPCRequest): boolean {
  if (request.method === 'tools/list') return !isSpecType.ListToolsRequest(request);
  if (request.method === 'tools/call') return !isSpecType.CallToolRequest(request);
  if (era === 'modern') return request.method === 'server/discover' && !isSpecType.DiscoverRequest(request);
  if (request.method === 'initialize') return !isSpecType.InitializeRequest(request);
  return request.method === 'ping' && !isSpecType.PingRequest(request);
}

/** What is missing or different in the headers that repeat the body (MCP 2026-07-28, Streamable HTTP, Server Validation). */
function findMismatch({ method, params }: JSONRPCRequest, header: HeaderOf): string | null {
  // That the two that are there agree with the body is seen to where the era is told.
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method']) {
    if (header(name.toLowerCase()) === undefined) return `the ${name} header is missing.`;
  }
  const named = params?.[NAMED_BY.get(method) ?? ''];
  if (typeof named !== 'string') return null;
  const sent = header('mcp-name');
  if (sent === undefined) return 'the Mcp-Name header is missing.';
  return decode(sent.trim()) === named ? null : 'the Mcp-Name header does not name what the body names.';
}

/** A header's value, out of Base64 where it is wrapped as `=?base64?…?=`; null where that cannot be read. */
function decode(value: string): string | null {
  const wrapped = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (wrapped === undefined) return value;
  const bytes = Buffer.from(wrapped, 'base64');
  return bytes.toString('base64') === wrapped ? bytes.toString() : null;
}

function unsupported(id: RpcId, requested: string, supported: string[]): McpResponse {
  return rpcError(400, id, UNSUPPORTED_VERSION, 'Unsupported protocol version', { supported, requested });
}

/** The id of a request, whatever else is wrong with it. */
function idOf(message: unknown): RpcId {
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return null;
  return typeof message.id === 'string' || Number.isSafeInteger(message.id) ? (message.id as RpcId) : null;
}

const TOOL_NAMES = TOOLS.map(({ text }) => text.name).join(', ');

/** How long a client may keep the list of tools and what the server says of itself, in milliseconds. */
const KEPT = 5 * 60 * 1000;

export type ProtocolEra = 'modern' | 'legacy';
export type RpcResult = JSONRPCResultResponse | JSONRPCErrorResponse;
type Line = (request: JSONRPCRequest, caller: Caller) => Promise<RpcResult>;

const opened = new WeakMap<Publication, Record<ProtocolEra, Line>>();

/** Hands one request to the protocol's own server of its era, and gives back what that answers. */
export function sendToServer(era: ProtocolEra, request: JSONRPCRequest, caller: Caller): Promise<RpcResult> {
  const lines = opened.get(caller.publication) ?? openLines(caller.publication);
  return lines[era](request, caller);
}

/** The two servers, one for each era, that answer every request for as long as the house is open. */
function openLines(publication: Publication): Record<ProtocolEra, Line> {
  const lines = { modern: openLine(publication, bindModern()), legacy: openLine(publication, bindLegacy()) };
  opened.set(publication, lines);
  return lines;
}

/**
 * One server behind a transport of its own. Requests of all callers go through it at once, so each is given an id of
 * ours on the way in and its own again on the way out, and the tools find who calls by that id.
 */
function openLine(publication: Publication, transport: Transport): Line {
  const open = new Map<number, { caller: Caller; reply: (reply: RpcResult) => void }>();
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
    const reply = await new Promise<RpcResult>((resolve) => {
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
