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
import { CAPABILITIES, LEGACY, MODERN, serverInfo } from '#agents/pages/mcp-server-info.ts';
import { INTERNAL } from '#http/errors.ts';
import type { Publication } from '#runtime/config/config.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  type McpResponse,
  METHOD_NOT_FOUND,
  type RpcId,
  rpcError,
} from './json-rpc.ts';
import type { Exchange, HeaderOf } from './mcp-server.ts';

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

/** The parameter that the header `Mcp-Name` must repeat, by method. */
const NAMED_BY = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

const ACCEPTED: McpResponse = { status: 202, body: null };

/** Handles one message of either protocol era; the message itself tells which (MCP 2026-07-28, Versioning, Backward Compatibility). */
export async function handleMessage(exchange: Exchange, message: unknown, header: HeaderOf): Promise<McpResponse> {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(header);
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    body: message,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
  if (route.kind === 'reject')
    return rpcError({
      status: route.httpStatus,
      id: idOf(message),
      code: route.code,
      message: route.message,
      data: route.data,
    });
  if (route.kind === 'modern') return answerModern(exchange, route, header);
  if (route.reason !== 'initialize' && version !== undefined && !LEGACY.includes(version)) {
    return unsupported(idOf(message), version, [MODERN, ...LEGACY]);
  }
  // Notifications and stray responses are accepted and dropped: nothing waits for them.
  if (!isJSONRPCRequest(message)) return ACCEPTED;
  return forward('legacy', message, exchange);
}

async function answerModern(exchange: Exchange, route: InboundModernRoute, header: HeaderOf): Promise<McpResponse> {
  const { revision } = route.classification;
  if (revision !== MODERN) return unsupported(idOf(route.message), revision ?? 'unknown', [MODERN]);
  if (route.messageKind === 'notification') return ACCEPTED;
  const wrong = findMismatch(route.message, header);
  if (wrong)
    return rpcError({ status: 400, id: route.message.id, code: HEADER_MISMATCH, message: `Header mismatch: ${wrong}` });
  return forward('modern', route.message, exchange);
}

async function forward(era: ProtocolEra, request: JSONRPCRequest, exchange: Exchange): Promise<McpResponse> {
  if (hasWrongParams(era, request)) {
    const shape = request.method === 'tools/call' ? callShape(exchange.server.example) : '';
    return rpcError({
      status: 200,
      id: request.id,
      code: INVALID_PARAMS,
      message: `The params do not fit ${request.method}.${shape}`,
    });
  }
  const body = await sendToServer(era, request, exchange);
  if (!('error' in body)) return { status: 200, body: JSON.stringify(body) };
  const { code, message } = body.error;
  if (code === INTERNAL_ERROR) {
    const { log, requestId } = exchange.caller;
    log.error({ request: requestId, method: request.method, error: message }, 'MCP failed; this is a defect');
    return rpcError({ status: 200, id: request.id, code, message: 'Internal error', data: INTERNAL });
  }
  return { status: era === 'modern' && code === METHOD_NOT_FOUND ? 404 : 200, body: JSON.stringify(body) };
}

function callShape(example: string): string {
  return ` Send ${example}: \`arguments\` is a JSON object, not a string.`;
}

/** Whether the params do not fit the method in its era. Checked here because the SDK's error would expose internals. */
function hasWrongParams(era: ProtocolEra, request: JSONRPCRequest): boolean {
  if (request.method === 'tools/list') return !isSpecType.ListToolsRequest(request);
  if (request.method === 'tools/call') return !isSpecType.CallToolRequest(request);
  if (era === 'modern') return request.method === 'server/discover' && !isSpecType.DiscoverRequest(request);
  if (request.method === 'initialize') return !isSpecType.InitializeRequest(request);
  return request.method === 'ping' && !isSpecType.PingRequest(request);
}

/** The first header that does not repeat the body (MCP 2026-07-28, Streamable HTTP, Server Validation); null when all do. */
function findMismatch({ method, params }: JSONRPCRequest, header: HeaderOf): string | null {
  // `classifyInboundRequest` has checked that these headers match the body. Here we only check that they are present.
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method']) {
    if (header(name.toLowerCase()) === undefined) return `the ${name} header is missing.`;
  }
  const named = params?.[NAMED_BY.get(method) ?? ''];
  if (typeof named !== 'string') return null;
  const sent = header('mcp-name');
  if (sent === undefined) return 'the Mcp-Name header is missing.';
  return decode(sent.trim()) === named ? null : 'the Mcp-Name header does not name what the body names.';
}

/** The value of a header, decoded when it is wrapped as `=?base64?…?=`; null when the Base64 is invalid. */
function decode(value: string): string | null {
  const wrapped = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (wrapped === undefined) return value;
  const bytes = Buffer.from(wrapped, 'base64');
  return bytes.toString('base64') === wrapped ? bytes.toString() : null;
}

function unsupported(id: RpcId, requested: string, supported: string[]): McpResponse {
  return rpcError({
    status: 400,
    id,
    code: UNSUPPORTED_VERSION,
    message: 'Unsupported protocol version',
    data: { supported, requested },
  });
}

/** The id of a request, also of an invalid one. */
function idOf(message: unknown): RpcId {
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return null;
  return typeof message.id === 'string' || Number.isSafeInteger(message.id) ? (message.id as RpcId) : null;
}

/** Milliseconds a client may cache the list of tools and the server info. */
const CACHE_MS = 5 * 60 * 1000;

export type ProtocolEra = 'modern' | 'legacy';
export type RpcResult = JSONRPCResultResponse | JSONRPCErrorResponse;
type Connection = (request: JSONRPCRequest, exchange: Exchange) => Promise<RpcResult>;

type Both = Record<ProtocolEra, Connection>;

/** A cache. The two servers say what the publication is: they are made again for each snapshot of it. */
const connections = new WeakMap<Exchange['server'], WeakMap<Publication, Both>>();

/** Sends one request to the SDK server of its era and returns the response. */
function sendToServer(era: ProtocolEra, request: JSONRPCRequest, exchange: Exchange): Promise<RpcResult> {
  const { server, caller } = exchange;
  const servers = connections.get(server)?.get(caller.publication) ?? connectBoth(server, caller.publication);
  return servers[era](request, exchange);
}

/** Starts the two SDK servers, one for each era. They serve every request until the process ends or the site changes. */
function connectBoth(server: Exchange['server'], publication: Publication): Both {
  const servers = {
    modern: connect(server, publication, modernTransport()),
    legacy: connect(server, publication, legacyTransport()),
  };
  const own = connections.get(server) ?? new WeakMap();
  connections.set(server, own.set(publication, servers));
  return servers;
}

/** A request that waits for its reply. `given`: the arguments as they were sent, because the SDK drops some keys. */
type OpenRequest = { exchange: Exchange; given: unknown; reply: (reply: RpcResult) => void };

/**
 * Connects one SDK server to its own transport. Requests of all callers share it, so each gets a unique id on the way in and
 * its own id back on the way out. The tools find the caller by that id.
 */
function connect(about: Exchange['server'], publication: Publication, transport: Transport): Connection {
  const open = new Map<number, OpenRequest>();
  let last = 0;
  const server = newServer(about, publication, (id) => open.get(id));
  transport.send = async (message) => {
    if ('method' in message) return; // this server sends no requests and no notifications
    const waiting = open.get(Number(message.id));
    open.delete(Number(message.id));
    waiting?.reply(message);
  };
  void server.connect(transport); // completes at once: neither transport waits for anything
  return async (request, exchange) => {
    const id = ++last;
    const reply = await new Promise<RpcResult>((resolve) => {
      open.set(id, { exchange, given: request.params?.arguments, reply: resolve });
      transport.onmessage?.({ ...request, id });
    });
    return { ...reply, id: request.id };
  };
}

function newServer(
  { tools, instructions, unknownTool }: Exchange['server'],
  publication: Publication,
  requestOf: (id: number) => OpenRequest | undefined,
): Server {
  const cache = { ttlMs: CACHE_MS, cacheScope: 'public' } as const;
  const server = new Server(serverInfo(publication), {
    capabilities: CAPABILITIES,
    instructions: instructions(publication),
    supportedProtocolVersions: [MODERN, ...LEGACY],
    cacheHints: { 'tools/list': cache, 'server/discover': cache },
  });
  const names = tools.map(({ name }) => name).join(', ');
  server.setRequestHandler('tools/list', () => ({ tools: [...tools] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const request = requestOf(Number(mcpReq.id));
    const result = await request?.exchange.call(params.name, request.given);
    if (result) return result;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${params.name.slice(0, 128)}. The tools are ${names}. ${unknownTool}`,
    );
  });
  return server;
}

/** Makes the SDK server use the modern era. The SDK intends this transport for one request; here it serves all, and never ends. */
function modernTransport(): Transport {
  return new PerRequestHTTPServerTransport({ classification: { era: 'modern', revision: MODERN } });
}

/** Makes the SDK server use the era with a handshake: any other transport does. */
function legacyTransport(): Transport {
  return { start: async () => {}, send: async () => {}, close: async () => {} };
}
