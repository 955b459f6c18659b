// JSON-RPC 2.0 over HTTP.

/** `body` is one message, or null for an empty response. */
export type McpResponse = { status: number; body: string | null };
/** The id of a request; null when none could be read. */
export type RpcId = string | number | null;

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** An error response to the request with this id. */
export function rpcError({
  status,
  id,
  code,
  message,
  data,
}: {
  status: number;
  id: RpcId;
  code: number;
  message: string;
  data?: unknown | undefined;
}): McpResponse {
  const error = { code, message, ...(data !== undefined && { data }) };
  return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}

/** The error for a body that is not a message. Its `data` holds this API's `{code, error, hint}`. */
export function rpcBadRequest(code: number, error: string, hint: string): McpResponse {
  return rpcError({ status: 400, id: null, code, message: error, data: { code: 'bad_request', error, hint } });
}
