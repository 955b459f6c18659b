import type { Publication } from '../../config.ts';
import { LEGACY, MODERN, serverInfo } from '../../render/discovery/mcp-server-info.ts';
import { callTool, type ToolResult } from './call-tool.ts';
import type { McpResponse } from './json-rpc.ts';
import type { Caller, HeaderOf } from './tool.ts';

// The short way of a tool call. What is beyond doubt a well-made call is answered here, and costs a tenth of what the
// protocol's own library costs; whatever else is sent, right or wrong, is for the library to judge. The tests hold the
// two ways against each other.

export type PlainCall = { id: string | number; name: string; given: unknown; modern: boolean };

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';

/** Reads a message that is a tool call and nothing more; null where there is anything in it to think about. */
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

/** Calls the tool; null when there is none of that name. */
export async function runPlainCall(
  caller: Caller,
  { id, name, given, modern }: PlainCall,
): Promise<McpResponse | null> {
  const result = await callTool(caller, name, given);
  if (!result) return null;
  const printed = modern ? `${print(result).slice(0, -1)},${modernFields(caller.publication)}}` : print(result);
  return { status: 200, body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${printed}}` };
}

const prints = new WeakMap<ToolResult, string>();

/** The result as text; of a result that is answered again and again, printed once. */
function print(result: ToolResult): string {
  const known = prints.get(result);
  if (known !== undefined) return known;
  const printed = JSON.stringify(result);
  prints.set(result, printed);
  return printed;
}

/** What every result says in the modern era. */
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
