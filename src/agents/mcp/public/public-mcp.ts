import { handleMcp } from '#agents/mcp/protocol/handle.ts';
import { readPublished } from '#article/pages/read-published.ts';
import { readJson } from '#http/body.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import type { Budget } from '#http/limits.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { publicServer } from './public-server.ts';
import type { PublicCaller } from './tool.ts';

/** `POST /mcp`: one message of the Model Context Protocol, of anybody. Stateless; the response is always JSON. */
export async function postPublicMcp(c: Context): Promise<Response> {
  const { limits, log, requestId, renderPool } = c.var;
  const { publication } = siteSnapshot();
  const caller: PublicCaller = {
    publication,
    log,
    requestId,
    read: (work) => readPublished(c, work),
    runDeclared: (tool, given) => {
      const spend = (budget: Budget) => limits.spendAddress(budget, callerAddress(c));
      return tool.run({ publication, deps: c.var.deps, spend }, given);
    },
    readExcerpt: async (article, evidence, part) =>
      JSON.parse(await renderPool.render('excerptJson', [article], publication, article, evidence, part)),
  };
  const { status, body } = await handleMcp(
    await publicServer(),
    caller,
    () => readJson(c.req.raw),
    (name) => c.req.header(name),
  );
  const about: Record<string, string> = body === null ? { 'Content-Length': '0' } : { 'Content-Type': JSON_TYPE };
  return new Response(body, { status, headers: { 'Cache-Control': 'no-store', ...about } });
}

/** The CORS preflight of `POST /mcp`, with the headers that MCP clients send. */
export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers':
        'Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
      'Access-Control-Max-Age': '86400',
    },
  });
}
