import { JSON_TYPE, jsonResponse } from '../../cache/public-response.ts';
import { Failure } from '../../core/failure.ts';
import { mcpJson } from '../../render/discovery/catalogs.ts';
import { readJson } from '../kit/body.ts';
import type { Context } from '../kit/context.ts';
import { errorBody } from '../kit/errors.ts';
import { sendPublic } from '../kit/respond.ts';
import { INVALID_REQUEST, type McpResponse, PARSE_ERROR, rpcBadRequest } from './json-rpc.ts';
import { readPlainCall, runPlainCall } from './plain-call.ts';
import type { Caller, HeaderOf } from './tool.ts';

/** `POST /api/mcp`: one message of the Model Context Protocol. Stateless; the response is always JSON. */
export async function postMcp(c: Context): Promise<Response> {
  const { deps, config, actor, log, requestId } = c.var;
  const caller = { deps, publication: config.publication, actor, log, requestId };
  const { status, body } = await handleMcp(
    caller,
    () => readJson(c.req.raw),
    (name) => c.req.header(name),
  );
  const about: Record<string, string> = body === null ? { 'Content-Length': '0' } : { 'Content-Type': JSON_TYPE };
  return new Response(body, { status, headers: { 'Cache-Control': 'no-store', ...about } });
}

/** `/.well-known/mcp.json`. */
export function readMcpJson(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(mcpJson(c.var.config.publication), { about: [] }));
}

/**
 * Handles one message of the Model Context Protocol, of the 2025 revisions or of 2026-07-28. `read` returns the parsed body.
 * @throws what `read` throws, other than bad_request
 */
export async function handleMcp(from: Caller, read: () => unknown, header: HeaderOf): Promise<McpResponse> {
  const caller = { ...from, isOld: header('mcp-protocol-version') === undefined };
  const body = await readBody(read);
  if ('unreadable' in body) return body.unreadable;
  const { message } = body;
  if (Array.isArray(message)) {
    return rpcBadRequest(INVALID_REQUEST, 'Batches are not supported.', 'Send each message in its own request.');
  }
  const call = readPlainCall(message, header);
  const answer = call && (await runPlainCall(caller, call));
  if (answer) return answer;
  // The SDK is large: load it at the first message that needs it, not at the start of the server.
  const { handleMessage } = await import('./protocol.ts');
  return handleMessage(caller, message, header);
}

async function readBody(read: () => unknown): Promise<{ message: unknown } | { unreadable: McpResponse }> {
  try {
    return { message: await read() };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'bad_request') throw error;
    return { unreadable: rpcBadRequest(PARSE_ERROR, error.message, errorBody(error).hint) };
  }
}
