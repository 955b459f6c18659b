import { Failure } from '../ground/failure.ts';
import { answerPlainCall, readPlainCall } from './mcp-call.ts';
import type { Caller } from './mcp-tools.ts';
import { refusalOf } from './refusal.ts';

/** A header of the request, by its name in small letters. */
export type HeaderOf = (name: string) => string | undefined;
/** What MCP answers over HTTP: a message of JSON-RPC, or nothing. */
export type Answer = { status: number; body: string | null };
export type Id = string | number | null;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/**
 * Answers one message of the Model Context Protocol, of the 2025 revisions and of 2026-07-28 alike. `read` gives the body.
 * @throws what `read` throws, other than bad_request
 */
export async function answerMcp(caller: Caller, read: () => unknown, header: HeaderOf): Promise<Answer> {
  const body = await readBody(read);
  if ('unreadable' in body) return body.unreadable;
  const { message } = body;
  if (Array.isArray(message)) {
    return badRequest(INVALID_REQUEST, 'A batch of messages is not taken.', 'Send each in a request of its own.');
  }
  const call = readPlainCall(message, header);
  const answer = call && (await answerPlainCall(caller, call));
  if (answer) return answer;
  // The protocol's own library is large: it is loaded when the first agent needs it, not while the house opens.
  const { answerMessage } = await import('./mcp-protocol.ts');
  return answerMessage(caller, message, header);
}

/** An error of JSON-RPC. */
export function refusal(status: number, id: Id, code: number, message: string, data?: unknown): Answer {
  const error = { code, message, ...(data !== undefined && { data }) };
  return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}

async function readBody(read: () => unknown): Promise<{ message: unknown } | { unreadable: Answer }> {
  try {
    return { message: await read() };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'bad_request') throw error;
    return { unreadable: badRequest(PARSE_ERROR, error.message, refusalOf(error).hint) };
  }
}

/** An error of JSON-RPC for a body that is no message; the house's own words for it are in its data. */
function badRequest(code: number, error: string, hint: string): Answer {
  return refusal(400, null, code, error, { code: 'bad_request', error, hint });
}
