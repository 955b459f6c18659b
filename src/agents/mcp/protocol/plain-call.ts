import { LEGACY, MODERN, serverInfo } from '#agents/pages/mcp-server-info.ts';
import type { Publication } from '#config/config.ts';
import type { McpResponse } from './json-rpc.ts';
import type { Exchange, HeaderOf, ToolResult } from './mcp-server.ts';

// The fast path of a tool call. A call that is certainly well formed is answered here, at a tenth of the cost of the SDK.
// Any other message goes to the SDK. Tests compare the responses of both paths.

export type PlainCall = { id: string | number; name: string; given: unknown; modern: boolean };

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';

/** Reads a message that is a plain tool call; null for anything else. */
export function readPlainCall(message: unknown, header: HeaderOf): PlainCall | null {
  if (!isPlain(message) || !hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isPlain(params)) return null;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null;
  if (!hasOnly(params, ['name', 'arguments', '_meta'])) return null;
  const { name, arguments: given, _meta: meta } = params;
  if (typeof name !== 'string' || (given !== undefined && !isPlain(given))) return null;
  const modern = meta !== undefined;
  if (modern ? !isModern(meta, name, header) : !isLegacy(header)) return null;
  return { id: id as string | number, name, given, modern };
}

/** Calls the tool; null for an unknown tool. */
export async function runPlainCall(
  { caller, call }: Exchange,
  { id, name, given, modern }: PlainCall,
): Promise<McpResponse | null> {
  const result = await call(name, given);
  if (!result) return null;
  const json = modern ? `${serialize(result).slice(0, -1)},${modernFields(caller.publication)}}` : serialize(result);
  return { status: 200, body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}` };
}

/** A cache: the JSON of results that several callers share. */
const serialized = new WeakMap<ToolResult, string>();

/** The result as JSON. A cached result is serialized once. */
function serialize(result: ToolResult): string {
  const known = serialized.get(result);
  if (known !== undefined) return known;
  const json = JSON.stringify(result);
  serialized.set(result, json);
  return json;
}

/** The fields of every result since revision 2026-07-28. */
function modernFields(publication: Publication): string {
  return `"resultType":"complete","_meta":{"${SERVER_KEY}":${JSON.stringify(serverInfo(publication))}}`;
}

function isLegacy(header: HeaderOf): boolean {
  const version = header('mcp-protocol-version');
  return version === undefined || LEGACY.includes(version);
}

function isModern(meta: unknown, name: string, header: HeaderOf): boolean {
  if (!isPlain(meta) || !hasOnly(meta, [VERSION_KEY, CAPABILITIES_KEY, CLIENT_KEY])) return false;
  const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities, [CLIENT_KEY]: client } = meta;
  return (
    version === MODERN &&
    isPlain(capabilities) &&
    hasOnly(capabilities, []) &&
    (client === undefined || isClient(client)) &&
    header('mcp-protocol-version') === MODERN &&
    header('mcp-method') === 'tools/call' &&
    header('mcp-name') === name
  );
}

function isClient(client: unknown): boolean {
  return (
    isPlain(client) &&
    hasOnly(client, ['name', 'version']) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string'
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}
