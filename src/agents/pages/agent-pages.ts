import { Failure } from '#core/failure.ts';
import { printProse, sendProse } from '#html/prose-response.ts';
import type { Context } from '#http/context.ts';
import { errorResponse } from '#http/errors.ts';
import { isTwin, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { agentsProse } from './agents-page.ts';
import { mcpProse } from './mcp-page.ts';

/** `/agents` and `/agents.md`: how an agent gets access. */
export function readAgentsPage(c: Context): Promise<Response> {
  return sendProse(c, agentsProse(siteSnapshot().publication));
}

/**
 * `/mcp` for people. MCP clients ask this address for a stream, which this server has not: 405, and they go on without (MCP
 * 2025-11-25, Streamable HTTP). The page is not cached, because the cache would answer them with it.
 */
export async function readMcpPage(c: Context): Promise<Response> {
  const accept = c.req.header('accept') ?? '';
  if (/\btext\/event-stream\b/i.test(accept) && !/\btext\/(?:html|markdown)\b/i.test(accept)) return noStream();
  const { publication } = siteSnapshot();
  return sendPublic(c, { ...(await printProse(c, mcpProse(publication))), choice: isTwin(c) ? 'only' : 'page' });
}

function noStream(): Response {
  const failure = new Failure('method_not_allowed', 'This MCP server opens no stream.', {
    hint: 'Send each message as POST. For people, this address is a page: Accept: text/html or text/markdown.',
  });
  return errorResponse(failure, { Allow: 'GET, HEAD, POST, OPTIONS' });
}
