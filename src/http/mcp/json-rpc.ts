// JSON-RPC 2.0 as it goes over HTTP.

/** What is answered: one message, or nothing. */
export type McpResponse = { status: number; body: string | null };
/** The id of a request; null where none could be read. */
export type RpcId = string | number | null;

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** An error, which the request with this id is refused by. */
export function rpcError(status: number, id: RpcId, code: number, message: string, data?: unknown): McpResponse {
  const error = { code, message, ...(data !== undefined && { data }) };
  return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}

/** The error for a body that is no message; the house's own words for it are in its data. */
export function rpcBadRequest(code: number, error: string, hint: string): McpResponse {
  return rpcError(400, null, code, error, { code: 'bad_request', error, hint });
}
