import { Failure } from '#core/failure.ts';
import { errorBody } from '#http/errors.ts';
import { INVALID_REQUEST, type McpResponse, PARSE_ERROR, rpcBadRequest } from './json-rpc.ts';
import { exchangeOf, type HeaderOf, type McpCaller, type McpServer } from './mcp-server.ts';

/**
 * Handles one message of the Model Context Protocol, of the 2025 revisions or of 2026-07-28. `read` returns the parsed body.
 * @throws what `read` throws, other than bad_request
 */
export async function handleMcp<Caller extends McpCaller>(
  server: McpServer<Caller>,
  from: Caller,
  read: () => unknown,
  header: HeaderOf,
): Promise<McpResponse> {
  const exchange = exchangeOf(server, from);
  const body = await readBody(read);
  if ('unreadable' in body) return body.unreadable;
  const { message } = body;
  if (Array.isArray(message)) {
    return rpcBadRequest(INVALID_REQUEST, 'Batches are not supported.', 'Send each message in its own request.');
  }
  // The SDK is large: load it at the first message that needs it, not at the start of the server.
  const { handleMessage } = await import('./sdk-server.ts');
  return handleMessage(exchange, message, header);
}

async function readBody(read: () => unknown): Promise<{ message: unknown } | { unreadable: McpResponse }> {
  try {
    return { message: withoutNull(await read()) };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'bad_request') throw error;
    return { unreadable: rpcBadRequest(PARSE_ERROR, error.message, errorBody(error).hint) };
  }
}

/** The message without what is null in its params: strict clients send null for what they leave out. */
function withoutNull(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return message;
  const { params, ...rest } = message as Record<string, unknown>;
  if (params === null) return rest;
  if (typeof params !== 'object' || Array.isArray(params)) return message;
  return { ...message, params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null)) };
}
