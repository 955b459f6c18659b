import { mcpJson } from '../editions/mcp-json.ts';
import { JSON_TYPE, jsonCopy } from '../newsstand/copy.ts';
import { answer } from './answer.ts';
import { readJson } from './body.ts';
import type { Ctx } from './env.ts';
import { answerMcp } from './mcp-answer.ts';

/** `POST /api/mcp`: one message of the Model Context Protocol, stateless, always answered in JSON. */
export async function postMcp(c: Ctx): Promise<Response> {
  const { press, config, actor, log, requestId } = c.var;
  const caller = { press, publication: config.publication, actor, log, requestId };
  const { status, body } = await answerMcp(
    caller,
    () => readJson(c.req.raw),
    (name) => c.req.header(name),
  );
  const about: Record<string, string> = body === null ? { 'Content-Length': '0' } : { 'Content-Type': JSON_TYPE };
  return new Response(body, { status, headers: { 'Cache-Control': 'no-store', ...about } });
}

/** `/.well-known/mcp.json`. */
export function readMcpJson(c: Ctx): Promise<Response> {
  return answer(c, jsonCopy(mcpJson(c.var.config.publication), { about: [] }));
}
