import type { McpResponse } from '#agents/mcp/protocol/json-rpc.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import { INTERNAL } from '#http/errors.ts';
import { createPlainPost, type FastPath, type PlainPost, type PlainPostServices } from '#http/plain-post.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** Imported at the first call, because no reader waits for it; kept, because an import of a loaded file is not free either. */
let modulesCache: Promise<[typeof import('./call-tool.ts'), typeof import('#agents/mcp/protocol/handle.ts')]> | null =
  null;

/** Answers plain `POST /api/mcp` requests on the Node server, before the framework. */
export function createMcpFastPath(services: PlainPostServices): FastPath {
  const answer = async (post: PlainPost) => {
    const { status, body } = await respond(services, post);
    return { status, headers: body === null ? {} : { 'Content-Type': JSON_TYPE }, body };
  };
  return createPlainPost(services, (url) => (url === '/api/mcp' ? { route: '/api/mcp', answer } : null));
}

async function respond({ deps, log, openSourceFor }: PlainPostServices, post: PlainPost): Promise<McpResponse> {
  const { actor, requestId, body, header } = post;
  try {
    modulesCache ??= Promise.all([import('./call-tool.ts'), import('#agents/mcp/protocol/handle.ts')]);
    const [{ EDITORIAL_SERVER }, { handleMcp }] = await modulesCache;
    const caller = { deps, publication: siteSnapshot().publication, actor, log, requestId, openSourceFor };
    return await handleMcp(EDITORIAL_SERVER, caller, body, header);
  } catch (error) {
    const text = error instanceof Error ? error.stack : String(error);
    log.error({ request: requestId, route: '/api/mcp', error: text }, 'a request failed; this is a defect');
    return { status: 500, body: JSON.stringify(INTERNAL) };
  }
}
