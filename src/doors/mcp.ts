import { mcpJson } from '../editions/mcp-json.ts';
import { Failure } from '../ground/failure.ts';
import { answer } from '../newsstand/answer.ts';
import { JSON_TYPE, jsonCopy } from '../newsstand/copy.ts';
import { readJson } from './body.ts';
import type { Ctx } from './env.ts';
import { type Answer, answerMessage, badRequest } from './mcp-message.ts';
import type { Caller } from './mcp-tools.ts';
import { refusalOf } from './refusal.ts';

const PARSE_ERROR = -32700;

/** `POST /api/mcp`: one message of the Model Context Protocol, stateless, always answered in JSON. */
export async function postMcp(c: Ctx): Promise<Response> {
  const { press, config, actor, log, requestId } = c.var;
  const caller: Caller = { press, publication: config.publication, actor, log, requestId };
  const body = await readMessage(c);
  if ('unreadable' in body) return print(body.unreadable);
  return print(await answerMessage(caller, body.message, (name) => c.req.header(name)));
}

/** `/.well-known/mcp.json`. */
export function readMcpJson(c: Ctx): Response {
  return answer(c.req.raw, jsonCopy(mcpJson(c.var.config.publication)));
}

async function readMessage(c: Ctx): Promise<{ message: unknown } | { unreadable: Answer }> {
  try {
    return { message: await readJson(c.req.raw) };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'bad_request') throw error;
    return { unreadable: badRequest(PARSE_ERROR, error.message, refusalOf(error).hint) };
  }
}

function print({ status, body }: Answer): Response {
  const headers = { 'Cache-Control': 'no-store' };
  if (!body) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), { status, headers: { ...headers, 'Content-Type': JSON_TYPE } });
}
