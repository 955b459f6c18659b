import { handleMcp } from '#agents/mcp/protocol/handle.ts';
import { mcpJson } from '#agents/pages/catalogs.ts';
import { readJson } from '#http/body.ts';
import { JSON_TYPE, jsonResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { EDITORIAL_SERVER } from './call-tool.ts';

/** `POST /api/mcp`: one message of the Model Context Protocol. Stateless; the response is always JSON. */
export async function postMcp(c: Context): Promise<Response> {
  const { deps, actor, log, requestId, openSourceFor } = c.var;
  const caller = { deps, publication: siteSnapshot().publication, actor, log, requestId, openSourceFor };
  const { status, body } = await handleMcp(
    EDITORIAL_SERVER,
    caller,
    () => readJson(c.req.raw),
    (name) => c.req.header(name),
  );
  const about: Record<string, string> = body === null ? { 'Content-Length': '0' } : { 'Content-Type': JSON_TYPE };
  return new Response(body, { status, headers: { 'Cache-Control': 'no-store', ...about } });
}

/** `/.well-known/mcp.json`. */
export function readMcpJson(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(mcpJson(siteSnapshot().publication), { about: [] }));
}
